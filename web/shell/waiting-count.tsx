import { useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { getWaiting } from '#contract/waiting.ts';
import { queryFor } from '#web/api/queries.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Count } from '#web/ui/rows/badge.tsx';
import { useTimeout } from '#web/ui/use-timeout.ts';

/** The screen itself is loaded first. */
const askedAfterMs = 2_000;
/** Asked again by the next navigation, not by itself: a page that nobody uses must not keep its session alive. */
const staleAfterMs = 60_000;

/** How much waits for the user on all boards, as far as it is known. */
export const useKnownWaiting = (): number =>
  useQuery({ ...queryFor(getWaiting), enabled: false }).data?.items.length ?? 0;

/** The number that /waiting shows. It is asked for after the first screen. */
export function useWaitingCount(): number {
  const [isAsking, setAsking] = useState(false);
  useTimeout(() => setAsking(true), askedAfterMs);
  const { data } = useQuery({
    ...queryFor(getWaiting),
    enabled: isAsking,
    staleTime: staleAfterMs,
    // The number then is the one before, or none.
    meta: { quiet: true },
  });
  return data?.items.length ?? 0;
}

/** At the end of the user's button: how much waits, or that there is a menu. Mounted anew by each navigation. */
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
