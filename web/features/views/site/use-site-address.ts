import { useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

/** What a list of site administration shows is kept in its address. */
export function useSiteAddress(from: '/shell/site-admins/admin/site/boards' | '/shell/site-admins/admin/site/users') {
  const search = useSearch({ from });
  const router = useRouter();
  const { pathname } = useLocation();
  const inAddress = search.find ?? '';
  const [typed, setTyped] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  // Back, or a link.
  if (seen !== inAddress) {
    setSeen(inAddress);
    setTyped(inAddress);
  }
  const go = (change: Readonly<Record<string, string | undefined>>): void =>
    void router.navigate({
      href: `${pathname}${router.options.stringifySearch({ ...search, page: undefined, ...change })}`,
      resetScroll: false,
    });
  const page = Number(search.page ?? 1);
  return {
    find: inAddress,
    state: search.state,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    typed,
    setTyped,
    submit: (text: string) => go({ find: text.trim() || undefined }),
    setState: (state: string) => go({ state: state === 'all' ? undefined : state }),
    setPage: (next: number) => go({ page: next === 1 ? undefined : String(next) }),
  };
}

export type SiteAddress = ReturnType<typeof useSiteAddress>;
