import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isPeopleStatus, type PeopleFilter, type PeopleStatus } from './people-filter.ts';

export type PeopleView = 'cards' | 'list';

export interface PeopleAddress {
  readonly filter: PeopleFilter;
  readonly view: PeopleView;
  readonly setFind: (text: string) => void;
  readonly setGroup: (id: string | null) => void;
  readonly setStatus: (status: PeopleStatus) => void;
  readonly setView: (view: PeopleView) => void;
  readonly clear: () => void;
}

/** Pause in typing, in milliseconds, after which the address follows; browsers allow few changes of it a second. */
const typingPauseMs = 250;

/**
 * What /people shows is kept in its address, so that Back, a reload and a shared link show the same. Choices are steps of
 * the history of their own; what is typed is not.
 */
export function usePeopleAddress(): PeopleAddress {
  const search = useSearch({ from: '/shell/board/people' });
  const navigate = useNavigate({ from: '/people' });
  const inAddress = search.find ?? '';
  const [typed, setTyped] = useState(inAddress);
  const [seen, setSeen] = useState({ address: inAddress, written: inAddress });
  if (inAddress !== seen.address) {
    setSeen({ ...seen, address: inAddress });
    // Not what we wrote ourselves: Back, or a link.
    if (inAddress !== seen.written) setTyped(inAddress);
  }
  const go = (
    change: Readonly<Record<string, string | undefined>>,
    options: { readonly replace?: boolean } = {},
  ): void => void navigate({ to: '.', search: (before) => ({ ...before, ...change }), resetScroll: false, ...options });
  // An effect, because it waits for a pause in what is typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the wait anew
  useEffect(() => {
    const text = typed.trim();
    if (text === inAddress) return;
    const timer = setTimeout(() => {
      setSeen((before) => ({ ...before, written: text }));
      go({ find: text === '' ? undefined : text }, { replace: true });
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    filter: {
      find: typed,
      group: search.group ?? null,
      status: isPeopleStatus(search.status) ? search.status : 'members',
    },
    view: search.view === 'list' ? 'list' : 'cards',
    setFind: setTyped,
    setGroup: (id) => go({ group: id ?? undefined }),
    setStatus: (status) => go({ status: status === 'members' ? undefined : status }),
    setView: (view) => go({ view: view === 'cards' ? undefined : view }),
    clear: () => {
      setTyped('');
      setSeen((before) => ({ ...before, written: '' }));
      go({ find: undefined, group: undefined, status: undefined });
    },
  };
}
