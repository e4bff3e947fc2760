import { useEffect } from 'react';
import { pageTitle } from '../../domain/page-title.ts';
import { boardOf, useStart } from '../api/start.ts';
import { createStore, useStore } from '../api/store.ts';

const named = createStore<string | null>(null);

/** The page's own title where its route has only a general one: the title of the meeting that is shown. */
export function usePageTitle(title: string | null): void {
  // An effect, because the document's title is outside of React.
  useEffect(() => {
    named.set(title);
    return () => named.set(null);
  }, [title]);
}

/** Writes 'page | board | product' (specification, section 2). `routeTitle` stands until the page names itself. */
export function useDocumentTitle(routeTitle: string | null): void {
  const start = useStart();
  const own = useStore(named);
  const board = boardOf(start)?.title ?? start.face?.title ?? null;
  const title = pageTitle({ page: own ?? routeTitle, board, product: start.settings.app_name });
  // An effect, because the server writes a <title> of its own, beside which one rendered here would not count.
  useEffect(() => {
    document.title = title;
  }, [title]);
}
