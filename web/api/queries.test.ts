import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { invalidateChanged, invalidateNouns } from './queries.ts';

/** A cache that holds one answer of each, and whether it is to be asked again. */
function holding(...names: readonly string[]) {
  const client = new QueryClient();
  for (const name of names) client.setQueryData([name, null, null], {});
  const stale = () => names.filter((name) => client.getQueryState([name, null, null])?.isInvalidated);
  return { client, stale };
}

test('what the server says has changed is asked again', async () => {
  const { client, stale } = holding('meetings.get', 'people.list');
  await invalidateChanged(client, ['meetings']);
  expect(stale()).toEqual(['meetings.get']);
});

test('what is shown before the server has said so is not taken back by an answer from before', async () => {
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

test('what is still being fetched for the first time is asked once more: its answer may be from before', async () => {
  const client = new QueryClient();
  const first = Promise.withResolvers<number>();
  const answers = [first.promise, Promise.resolve(0)];
  const queryFn = () => answers.shift() ?? Promise.reject(new Error('asked too often'));
  const end = new QueryObserver(client, { queryKey: ['waiting.count', null, null], queryFn }).subscribe(
    () => undefined,
  );
  const invalidated = invalidateNouns(client, ['waiting']);
  first.resolve(1);
  await invalidated;
  expect(client.getQueryData(['waiting.count', null, null])).toBe(0);
  expect(answers).toEqual([]);
  end();
});

test('what is shown already and being fetched is begun anew, and asked no more than that', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const queryKey = ['waiting.count', null, null];
  client.setQueryData(queryKey, 2);
  const old = Promise.withResolvers<number>();
  const answers = [old.promise, Promise.resolve(0)];
  const queryFn = () => answers.shift() ?? Promise.reject(new Error('asked too often'));
  const observer = new QueryObserver(client, { queryKey, queryFn });
  const end = observer.subscribe(() => undefined);
  void observer.refetch();
  await invalidateNouns(client, ['waiting']);
  expect([client.getQueryData(queryKey), answers]).toEqual([0, []]);
  old.resolve(1);
  await old.promise;
  expect([client.getQueryData(queryKey), client.getQueryState(queryKey)?.error]).toEqual([0, null]);
  end();
});
