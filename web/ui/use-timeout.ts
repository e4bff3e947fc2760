import { useEffect, useEffectEvent } from 'react';

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
