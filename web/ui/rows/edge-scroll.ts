const edge = 64;
/** Pixels per frame at the very edge. */
const speedMax = 18;

/** Returns pixels per frame for a pointer at height `y`, negative near the top edge. */
export function edgeSpeed(y: number, height: number): number {
  const depth = Math.max(edge - y, y - (height - edge));
  if (depth <= 0) return 0;
  const speed = Math.ceil((Math.min(depth, edge) / edge) * speedMax);
  return y < height / 2 ? -speed : speed;
}

export function createEdgeScroll(onScroll: () => void) {
  let frame = 0;
  let speed = 0;
  const step = (): void => {
    frame = 0;
    if (speed === 0) return;
    const before = window.scrollY;
    window.scrollBy(0, speed);
    if (window.scrollY !== before) onScroll();
    frame = requestAnimationFrame(step);
  };
  return {
    at(y: number): void {
      speed = edgeSpeed(y, window.innerHeight);
      if (speed !== 0 && frame === 0) frame = requestAnimationFrame(step);
    },
    stop(): void {
      speed = 0;
      cancelAnimationFrame(frame);
      frame = 0;
    },
  };
}
