import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshListedDocument } from './listed-documents.ts';

const category = crypto.randomUUID();
const ids = Array.from({ length: 6 }, () => crypto.randomUUID());
let requested: string[];
let client: QueryClient;

const page = (from: number, next: string | null) => ({
  documents: ids.slice(from, from + 2).map((id) => ({ id, title: 'before' })),
  next,
});

beforeEach(() => {
  [requested, client] = [[], new QueryClient()];
  vi.stubGlobal('document', { cookie: '', querySelector: () => null });
  vi.stubGlobal('window', { location: { href: 'https://dais.example/' } });
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address);
    const from = address.includes('after=two') ? 4 : address.includes('after=one') ? 2 : 0;
    const documents = ids.slice(from, from + 2).map((id) => ({ id, title: 'after' }));
    const data = { documents, next: [null, 'one', 'two', null][from / 2 + 1] };
    return new Response(JSON.stringify({ status: 'success', data }), {
      headers: { 'content-type': 'application/json' },
    });
  });
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
});

function shown(sort: string) {
  const queryKey = ['library.open', { id: category }, { sort, descending: 'false' }];
  client.setQueryData(queryKey, {
    pages: [page(0, 'one'), page(2, 'two'), page(4, null)],
    pageParams: [null, 'one', 'two'],
  });
  const observer = new QueryObserver(client, { queryKey, queryFn: () => new Promise(() => {}), staleTime: 60_000 });
  observer.subscribe(() => undefined);
  const titles = () =>
    client.getQueryData<{ pages: ReturnType<typeof page>[] }>(queryKey)?.pages.map((each) => each.documents[0]?.title);
  return { titles, isInvalidated: () => client.getQueryState(queryKey)?.isInvalidated };
}

test('a change to a document in a long list fetches only that document’s page again', async () => {
  const { titles } = shown('custom');
  await refreshListedDocument(client, ids[3] ?? '', { moves: true });
  expect(requested).toHaveLength(1);
  expect(requested[0]).toContain('after=one');
  expect(titles()).toEqual(['before', 'after', 'before']);
});

test('a list sorted by title is fetched again completely when a document is renamed', async () => {
  const { isInvalidated } = shown('title');
  void refreshListedDocument(client, ids[3] ?? '', { moves: true });
  await vi.waitFor(() => expect(isInvalidated()).toBe(true));
});

test('of the open documents, only the one that changed is fetched again', async () => {
  const reading = (id: string) => ['documents.reading', { id }, null];
  for (const id of ids.slice(0, 2)) client.setQueryData(reading(id), {});
  await refreshListedDocument(client, ids[0] ?? '', { moves: false });
  const isAsked = (nth: number) => client.getQueryState(reading(ids[nth] ?? ''))?.isInvalidated;
  expect([isAsked(0), isAsked(1)]).toEqual([true, false]);
});

test('refreshing a document that is in no displayed list sends no request', async () => {
  shown('custom');
  await refreshListedDocument(client, crypto.randomUUID(), { moves: false });
  expect(requested).toEqual([]);
});
