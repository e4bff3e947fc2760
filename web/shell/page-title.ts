import { useEffect, useMemo } from 'react';
import { pageTitle } from '#domain/text.ts';
import { boardOf, useStart } from '#web/api/start.ts';
import { createStore, type Entry, useEntry, useStore } from '#web/store.ts';

const named = createStore<readonly Entry<{ readonly title: string; readonly board: string | undefined }>[]>([]);

export function usePageTitle(title: string | null, board?: string): void {
  const own = useMemo(() => (title === null ? null : { title, board }), [title, board]);
  useEntry(named, own);
}

export function useDocumentTitle(routeTitle: string | null): void {
  const start = useStart();
  const own = useStore(named)[0]?.value;
  const board = own?.board ?? boardOf(start)?.title ?? start.face?.title ?? null;
  const title = pageTitle({ page: own?.title ?? routeTitle, board, product: start.settings.app_name });
  // In an effect, because the server's page has a <title> already and browsers ignore a second one.
  useEffect(() => {
    document.title = title;
  }, [title]);
}
