import { useEffect, useEffectEvent, useRef } from 'react';

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
