import { useEffect, useEffectEvent, useRef } from 'react';

/** Runs after the component has unmounted, with the values of its last render. */
export function useOnUnmount(run: () => void): void {
  const leave = useEffectEvent(run);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      // Waits, because strict mode ends and restarts effects without unmounting.
      queueMicrotask(() => {
        if (!isMounted.current) leave();
      });
    };
  }, []);
}
