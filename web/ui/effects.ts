import { useEffect, useEffectEvent, useRef } from 'react';

/** Runs once the milliseconds have passed; null: not now. Waits anew when `restartedBy` changes, and ends with the component. */
export function useTimeout(run: () => void, milliseconds: number | null, restartedBy?: unknown): void {
  const due = useEffectEvent(run);
  // An effect, because time passes outside of React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value restarts the pause
  useEffect(() => {
    if (milliseconds === null) return undefined;
    const timer = setTimeout(() => due(), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds, restartedBy]);
}

type Events = WindowEventMap & DocumentEventMap;

/** Hears what happens anywhere in the window or document, while it is active. */
export function useListener<Type extends keyof Events>(
  target: Window | Document,
  type: Type,
  onEvent: (event: Events[Type]) => void,
  isActive = true,
): void {
  const hear = useEffectEvent(onEvent);
  // An effect, because window and document are outside of React.
  useEffect(() => {
    if (!isActive) return undefined;
    const listen = (event: Event): void => hear(event as Events[Type]);
    target.addEventListener(type, listen);
    return () => target.removeEventListener(type, listen);
  }, [target, type, isActive]);
}

/** Runs when the component has gone, with what it last rendered. */
export function useOnUnmount(run: () => void): void {
  const leave = useEffectEvent(run);
  const isMounted = useRef(false);
  // An effect, because anything may take the component away.
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      // React's strict mode ends effects and begins them again at once.
      queueMicrotask(() => {
        if (!isMounted.current) leave();
      });
    };
  }, []);
}

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
