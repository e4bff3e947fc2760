import { useEffect } from 'react';
import { pageTitle } from '#domain/text.ts';
import { boardOf, useStart } from '#web/api/start.ts';
import { createStore, useStore } from '#web/store.ts';

interface Named {
  readonly title: string;
  readonly board: string | undefined;
}

/** Those that name the page, the last first: a person who is open over it, then the page itself. */
const named = createStore<readonly Named[]>([]);

/**
 * The page's own title where its route has only a general one, such as that of the meeting. `board`: whose page it is, if
 * not the current board's.
 */
export function usePageTitle(title: string | null, board?: string): void {
  // An effect, because the document's title is outside of React.
  useEffect(() => {
    if (title === null) return undefined;
    const own: Named = { title, board };
    named.set([own, ...named.get()]);
    return () => named.set(named.get().filter((each) => each !== own));
  }, [title, board]);
}

/** Writes 'page | board | product' (specification, section 2). `routeTitle` holds until the page names itself. */
export function useDocumentTitle(routeTitle: string | null): void {
  const start = useStart();
  const own = useStore(named)[0];
  const board = own?.board ?? boardOf(start)?.title ?? start.face?.title ?? null;
  const title = pageTitle({ page: own?.title ?? routeTitle, board, product: start.settings.app_name });
  // An effect, because the server writes a <title> of its own, beside which one rendered here would not count.
  useEffect(() => {
    document.title = title;
  }, [title]);
}
