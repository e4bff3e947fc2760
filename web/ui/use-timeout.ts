import { useEffect, useEffectEvent } from 'react';

/** The timer is off while `milliseconds` is null, restarts when `restartedBy` changes, and stops on unmount. */
export function useTimeout(run: () => void, milliseconds: number | null, restartedBy?: unknown): void {
  const due = useEffectEvent(run);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value restarts the pause
  useEffect(() => {
    if (milliseconds === null) return undefined;
    const timer = setTimeout(() => due(), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds, restartedBy]);
}
