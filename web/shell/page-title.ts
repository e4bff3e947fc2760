import { useEffect, useMemo } from 'react';
import { pageTitle } from '#domain/text.ts';
import { boardOf, useStart } from '#web/api/start.ts';
import { createStore, type Entry, useEntry, useStore } from '#web/store.ts';

interface Named {
  readonly title: string;
  readonly board: string | undefined;
}

/** Those that name the page, the last first: a person who is open over it, then the page itself. */
const named = createStore<readonly Entry<Named>[]>([]);

/**
 * The page's own title where its route has only a general one, such as that of the meeting. `board`: whose page it is, if
 * not the current board's.
 */
export function usePageTitle(title: string | null, board?: string): void {
  const own = useMemo(() => (title === null ? null : { title, board }), [title, board]);
  useEntry(named, own);
}

/** Writes 'page | board | product' (specification, section 2). `routeTitle` holds until the page names itself. */
export function useDocumentTitle(routeTitle: string | null): void {
  const start = useStart();
  const own = useStore(named)[0]?.value;
  const board = own?.board ?? boardOf(start)?.title ?? start.face?.title ?? null;
  const title = pageTitle({ page: own?.title ?? routeTitle, board, product: start.settings.app_name });
  // An effect, because the server writes a <title> of its own, beside which one rendered here would not count.
  useEffect(() => {
    document.title = title;
  }, [title]);
}
