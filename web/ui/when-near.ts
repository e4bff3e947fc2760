/** Calls `onNear` when the element comes within `margin` of the screen. Returns a cleanup function for a `ref`. */
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
