import { useEffect, useEffectEvent } from 'react';

/** If `milliseconds` is null, no timer runs. It restarts when `restartedBy` changes, and ends with the component. */
export function useTimeout(run: () => void, milliseconds: number | null, restartedBy?: unknown): void {
  const due = useEffectEvent(run);
  // An effect, because timers are outside React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value restarts the pause
  useEffect(() => {
    if (milliseconds === null) return undefined;
    const timer = setTimeout(() => due(), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds, restartedBy]);
}
