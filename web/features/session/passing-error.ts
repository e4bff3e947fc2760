import { useEffect, useState } from 'react';

/** An error that disappears by itself: `[shown, show, hide]`. A new one starts its own time. */
export function usePassingError(
  milliseconds: number,
): readonly [shown: string | null, show: (message: string) => void, hide: () => void] {
  const [error, setError] = useState<{ readonly message: string } | null>(null);
  // An effect, because it waits for time to pass.
  useEffect(() => {
    if (error === null) return;
    const timer = setTimeout(() => setError(null), milliseconds);
    return () => clearTimeout(timer);
  }, [error, milliseconds]);
  return [error?.message ?? null, (message) => setError({ message }), () => setError(null)];
}
