import { useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';

type Search = Readonly<Record<string, string | undefined>>;

export type ListAddress = ReturnType<typeof useListAddress>;

export function useListAddress(options: { readonly typingPauseMs?: number } = {}) {
  const search: Search = useSearch({ strict: false });
  const router = useRouter();
  const { pathname } = useLocation();
  const text = search.find ?? '';
  const [typed, setTyped] = useState(text);
  const [seen, setSeen] = useState({ address: text, written: text });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (seen.address !== text) {
    setSeen({ ...seen, address: text });
    // Adopts the text in the address if Back or a link has changed it.
    if (text !== seen.written) setTyped(text);
  }
  const set = (change: Search, how: { readonly replace?: boolean } = {}): void => {
    const { search: now } = router.state.location;
    const href = `${pathname}${router.options.stringifySearch({ ...now, page: undefined, ...change })}`;
    void router.navigate({ href, resetScroll: false, ...how });
  };
  const write = (words: string, how?: { readonly replace: boolean }): void => {
    const trimmed = words.trim();
    clearTimeout(timer.current);
    setSeen((before) => ({ ...before, written: trimmed }));
    set({ find: trimmed === '' ? undefined : trimmed }, how);
  };
  const page = Number(search.page ?? 1);
  return {
    search,
    set,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    setPage: (next: number) => set({ page: next === 1 ? undefined : String(next) }),
    find: {
      text,
      typed,
      setTyped: (next: string) => {
        setTyped(next);
        if (options.typingPauseMs === undefined) return;
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          const { location } = router.state;
          const isWritten = (location.search as { find?: string }).find === (next.trim() || undefined);
          // The user may have left the page during the pause.
          if (location.pathname === pathname && !isWritten) write(next, { replace: true });
        }, options.typingPauseMs);
      },
      submit: (next: string) => {
        setTyped(next);
        write(next);
      },
    },
  };
}
