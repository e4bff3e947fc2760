import { useBlocker, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { discardUnsavedChanges, hasUnsavedChanges, unsavedOnLeave } from '#web/api/unsaved-changes.ts';

export type Leaving = NonNullable<ReturnType<typeof useLeaveGuard>>;

interface Place {
  readonly pathname: string;
  readonly search: object;
}

const viewOf = ({ search }: Place): unknown => ('view' in search ? search.view : undefined);

const isSamePage = (one: Place, other: Place): boolean =>
  one.pathname === other.pathname && viewOf(one) === viewOf(other);

export function useLeaveGuard() {
  const router = useRouter();
  const [asked, setAsked] = useState<{
    readonly isAsked: boolean;
    readonly lost: ReturnType<typeof unsavedOnLeave>;
    readonly goOn: () => void;
  } | null>(null);
  useBlocker({
    shouldBlockFn: ({ current, next, action }) => {
      if (!hasUnsavedChanges() || isSamePage(current, next)) return false;
      const steps = action === 'BACK' ? -1 : action === 'FORWARD' ? 1 : null;
      const href = `${next.pathname}${router.options.stringifySearch(next.search)}`;
      const goOn = (): void => {
        if (steps !== null) router.history.go(steps);
        else void router.navigate({ href, replace: action === 'REPLACE' });
      };
      setAsked({ isAsked: true, lost: unsavedOnLeave(), goOn });
      return true;
    },
    enableBeforeUnload: hasUnsavedChanges,
  });
  if (asked === null) return null;
  const stay = (): void => setAsked({ ...asked, isAsked: false });
  const leave = (): void => {
    discardUnsavedChanges();
    stay();
    asked.goOn();
  };
  return { isAsked: asked.isAsked, lost: asked.lost, stay, leave };
}
