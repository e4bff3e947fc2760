import { useCallback, useEffect, useRef } from 'react';

/**
 * Waits until a pressed pointer is let go and its click is done. Leaving a field by pressing a button may put a message
 * under the field; coming before the release, it would move the button away from under the pointer, and the press
 * would be lost.
 */
export function useReleased(): () => Promise<void> {
  const held = useRef<Promise<void> | null>(null);
  // An effect, because the pointer may go down anywhere on the page.
  useEffect(() => {
    const stop = new AbortController();
    const hold = (): void => {
      const mine = released(stop.signal).then(() => {
        if (held.current === mine) held.current = null;
      });
      held.current = mine;
    };
    document.addEventListener('pointerdown', hold, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
  return useCallback(() => held.current ?? Promise.resolve(), []);
}

function released(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // The click follows the release within the same task.
    const release = (): void => void setTimeout(resolve);
    for (const type of ['pointerup', 'pointercancel'])
      document.addEventListener(type, release, { capture: true, once: true, signal });
    signal.addEventListener('abort', release, { once: true });
  });
}
