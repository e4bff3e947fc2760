/** Minimum length of a swipe in CSS pixels, its maximum slope, and its maximum duration in milliseconds. */
const swipeMin = 70;
const swipeSlopeMax = 0.5;
const swipeTimeMax = 600;
/** Maximum milliseconds between the two taps of a double tap. */
const doubleTapTimeMax = 350;
const tapSlack = 24;

interface TouchActions {
  /** `factor` is the change since the last call. `origin` is the point between the fingers, in client pixels. */
  readonly onPinch: (factor: number, origin: [number, number]) => void;
  /** 1 is a swipe to the left (next page), and -1 a swipe to the right (previous page). */
  readonly onSwipe: (direction: 1 | -1) => void;
  readonly onDoubleTap?: (at: [number, number]) => void;
}

/** Pinching zooms only the pages. A swipe turns the page unless the page can scroll sideways. */
export function watchTouches(container: HTMLElement, signal: AbortSignal, actions: TouchActions): void {
  let apart: number | null = null;
  let swipe: Press | null = null;
  let pressed: Press | null = null;
  let tapped: Press | null = null;
  const isOurs = ({ target }: TouchEvent) =>
    !(target instanceof Element && target.closest('[data-gesture], [data-marking-text] .textLayer span'));

  const onStart = (event: TouchEvent) => {
    const [one, other] = event.touches;
    apart = event.touches.length === 2 && one && other ? distance(one, other) : null;
    const isScrollable =
      container.scrollWidth > container.clientWidth + 1 && getComputedStyle(container).overflowX !== 'hidden';
    pressed =
      event.touches.length === 1 && one && isOurs(event)
        ? { x: one.clientX, y: one.clientY, at: event.timeStamp }
        : null;
    swipe = isScrollable ? null : pressed;
  };
  const onMove = (event: TouchEvent) => {
    const [one, other] = event.touches;
    if (apart === null || event.touches.length !== 2 || !one || !other) return;
    event.preventDefault();
    const now = distance(one, other);
    // Adds up small steps, because the zoom is rounded to whole percentages.
    if (Math.abs(now / apart - 1) < 0.02) return;
    actions.onPinch(now / apart, [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2]);
    apart = now;
  };
  const onEnd = (event: TouchEvent) => {
    const touch = event.changedTouches[0];
    const begun = swipe;
    const tap =
      touch && pressed && distance(touch, { clientX: pressed.x, clientY: pressed.y }) < tapSlack ? pressed : null;
    const isSecond =
      tap !== null &&
      tapped !== null &&
      tap.at - tapped.at < doubleTapTimeMax &&
      Math.hypot(tap.x - tapped.x, tap.y - tapped.y) < tapSlack;
    if (isSecond) actions.onDoubleTap?.([tap.x, tap.y]);
    tapped = isSecond ? null : tap;
    apart = null;
    swipe = null;
    if (!begun || !touch || event.touches.length > 0 || event.timeStamp - begun.at > swipeTimeMax) return;
    if (document.getSelection()?.isCollapsed === false) return;
    const dx = touch.clientX - begun.x;
    const dy = touch.clientY - begun.y;
    if (Math.abs(dx) >= swipeMin && Math.abs(dy) <= swipeSlopeMax * Math.abs(dx)) actions.onSwipe(dx < 0 ? 1 : -1);
  };
  const cancel = () => {
    apart = null;
    swipe = null;
  };

  container.addEventListener('touchstart', onStart, { passive: true, signal });
  container.addEventListener('touchmove', onMove, { passive: false, signal });
  container.addEventListener('touchend', onEnd, { passive: true, signal });
  container.addEventListener('touchcancel', cancel, { passive: true, signal });
}

interface Press {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

type At = Pick<Touch, 'clientX' | 'clientY'>;

function distance(one: At, other: At): number {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}
