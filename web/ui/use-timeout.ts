import { useEffect, useEffectEvent } from 'react';

/** Does not run while `milliseconds` is null. Restarts when `restartedBy` changes, and ends with the component. */
export function useTimeout(run: () => void, milliseconds: number | null, restartedBy?: unknown): void {
  const due = useEffectEvent(run);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value restarts the pause
  useEffect(() => {
    if (milliseconds === null) return undefined;
    const timer = setTimeout(() => due(), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds, restartedBy]);
}
