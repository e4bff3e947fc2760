import { useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { getWaiting } from '#contract/waiting.ts';
import { queryFor } from '#web/api/queries.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Count } from '#web/ui/rows/badge.tsx';
import { useTimeout } from '#web/ui/use-timeout.ts';

/** Milliseconds to wait, so that the screen loads first. */
const askedAfterMs = 2_000;
const staleAfterMs = 60_000;

// Quiet wherever it is used, because the options of the component that rendered last apply to the whole query.
const quiet = { quiet: true };

export const useKnownWaiting = (): number =>
  useQuery({ ...queryFor(getWaiting), enabled: false, meta: quiet }).data?.items.length ?? 0;

export function useWaitingCount(): number {
  const [isAsking, setAsking] = useState(false);
  useTimeout(() => setAsking(true), askedAfterMs);
  const { data } = useQuery({
    ...queryFor(getWaiting),
    enabled: isAsking,
    staleTime: staleAfterMs,
    meta: quiet,
  });
  return data?.items.length ?? 0;
}

export function WaitingCount() {
  const count = useWaitingCount();
  if (count === 0) return <Icon of={Ellipsis} />;
  return (
    <>
      <span className="end" aria-hidden="true">
        <Count>{count}</Count>
      </span>
      <span className="visually-hidden">{count} waiting for you</span>
    </>
  );
}
