/** Watches an element until it comes within `margin` of the screen. Returns what ends it, as a `ref` function must. */
export function whenNear(element: Element, margin: string, onNear: () => void): () => void {
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      onNear();
    },
    { rootMargin: margin },
  );
  watch.observe(element);
  return () => watch.disconnect();
}
