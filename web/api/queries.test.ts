import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { invalidateChanged, invalidateNouns } from './queries.ts';

function holding(...names: readonly string[]) {
  const client = new QueryClient();
  for (const name of names) client.setQueryData([name, null, null], {});
  const stale = () => names.filter((name) => client.getQueryState([name, null, null])?.isInvalidated);
  return { client, stale };
}

const queryKey = ['waiting.count', null, null];
/** Observes a count whose first fetch waits until it is released, and whose second fetch gives 0. */
function counting(client: QueryClient) {
  const first = Promise.withResolvers<number>();
  const answers = [first.promise, Promise.resolve(0)];
  const queryFn = () => answers.shift() ?? Promise.reject(new Error('fetched too often'));
  return { first, answers, observer: new QueryObserver(client, { queryKey, queryFn }) };
}

test('a query with an optimistic update is fetched again only after the update has been saved', async () => {
  const { client, stale } = holding('meetings.get', 'people.list');
  const sent = Promise.withResolvers<void>();
  const replying = client.getMutationCache().build(client, {
    mutationFn: () => sent.promise,
    meta: { asksAgain: ['meetings'] },
    onSettled: () => invalidateNouns(client, ['meetings']),
  });
  const replied = replying.execute(undefined);
  await invalidateChanged(client, ['meetings', 'people']);
  expect(stale()).toEqual(['people.list']);
  sent.resolve();
  await replied;
  expect(stale()).toEqual(['meetings.get', 'people.list']);
});

test('a first fetch in progress is repeated after a change, because its response may be outdated', async () => {
  const client = new QueryClient();
  const { first, answers, observer } = counting(client);
  const end = observer.subscribe(() => undefined);
  const invalidated = invalidateNouns(client, ['waiting']);
  first.resolve(1);
  await invalidated;
  expect([client.getQueryData(queryKey), answers]).toEqual([0, []]);
  end();
});

test('a refetch in progress is restarted once after a change', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(queryKey, 2);
  const { first: old, answers, observer } = counting(client);
  const end = observer.subscribe(() => undefined);
  void observer.refetch();
  await invalidateNouns(client, ['waiting']);
  expect([client.getQueryData(queryKey), answers]).toEqual([0, []]);
  old.resolve(1);
  await old.promise;
  expect([client.getQueryData(queryKey), client.getQueryState(queryKey)?.error]).toEqual([0, null]);
  end();
});
