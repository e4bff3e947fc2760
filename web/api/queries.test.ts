import { QueryClient } from '@tanstack/react-query';
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
