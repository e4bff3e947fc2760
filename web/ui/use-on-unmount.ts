import { useEffect, useEffectEvent, useRef } from 'react';

/** Runs after the component has unmounted, with the values of its last render. */
export function useOnUnmount(run: () => void): void {
  const leave = useEffectEvent(run);
  const isMounted = useRef(false);
  // An effect, because any parent may unmount the component.
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      // React's strict mode ends effects and starts them again at once, which is no unmount.
      queueMicrotask(() => {
        if (!isMounted.current) leave();
      });
    };
  }, []);
}
