import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { openLibraryHome } from '#contract/library.ts';
import { getReading } from '#contract/reading.ts';
import { type CallInput, callWith } from './call.ts';

type Place = AnswerOf<typeof openLibraryHome>;
type Pages = InfiniteData<Place, string | null>;
type Asked = CallInput<typeof openLibraryHome>;

/** Sort orders in which editing a document does not move it. */
const steadySorts: readonly unknown[] = ['custom', 'added'];

export async function refreshListedDocument(
  client: QueryClient,
  id: string,
  { moves }: { readonly moves: boolean },
): Promise<void> {
  void client.invalidateQueries({ queryKey: [getReading.name, { id }] });
  const lists = client.getQueryCache().findAll({ queryKey: [openLibraryHome.name] });
  await Promise.all(
    lists.map(async ({ queryKey }) => {
      const known = client.getQueryData<Pages>(queryKey);
      const nth = known?.pages.findIndex((page) => page.documents.some((document) => document.id === id)) ?? -1;
      if (known === undefined || nth === -1) return;
      const isActive = client.getQueryCache().find({ queryKey, type: 'active' }) !== undefined;
      const isWhole = moves && !steadySorts.includes(queryOf(queryKey)?.sort);
      if (isActive && !isWhole && (await refreshPage(client, queryKey, nth))) return;
      await client.invalidateQueries({ queryKey, exact: true });
    }),
  );
}

const queryOf = (key: QueryKey) => key[2] as Asked['query'] | undefined;

async function refreshPage(client: QueryClient, key: QueryKey, nth: number): Promise<boolean> {
  const after = client.getQueryData<Pages>(key)?.pageParams[nth] ?? null;
  const query = { ...queryOf(key), ...(after === null ? {} : { after }) } as NonNullable<Asked['query']>;
  const fresh = await callWith(openLibraryHome, { params: key[1] as Asked['params'], query }, undefined);
  let isPut = false;
  client.setQueryData<Pages>(key, (known) => {
    const before = known?.pages[nth];
    if (known === undefined || before === undefined || known.pageParams[nth] !== after) return known;
    if (before.next !== fresh.next || before.documents.length !== fresh.documents.length) return known;
    isPut = true;
    return { ...known, pages: known.pages.with(nth, fresh) };
  });
  return isPut;
}
