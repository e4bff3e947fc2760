import { afterEach, expect, test } from 'vitest';
import { CallError } from './call-error.ts';
import { setConnection } from './connection.ts';
import { dismissGeneralError, generalError } from './general-error.ts';
import { queryClient } from './query-client.ts';

afterEach(() => {
  setConnection('there');
  dismissGeneralError();
  queryClient.clear();
});

interface Failing {
  readonly connection: 'there' | 'lost';
  readonly status: 'network' | 500 | 503;
  readonly earlier?: string;
}

async function messageAfter({ connection, status, earlier }: Failing): Promise<string | null> {
  if (earlier !== undefined) queryClient.setQueryData(['page'], earlier);
  setConnection(connection);
  const failed = queryClient.fetchQuery({
    queryKey: ['page'],
    queryFn: () => Promise.reject(new CallError({ status, method: 'GET', message: 'No answer.' })),
    retry: false,
    staleTime: 0,
  });
  await expect(failed).rejects.toThrow('No answer.');
  return generalError();
}

test.each(['network', 503] as const)(
  'a refresh that fails without a connection (%s) shows no message if the page has earlier data',
  async (status) => {
    expect(await messageAfter({ connection: 'lost', status, earlier: 'data' })).toBeNull();
  },
);

test.each<[string, Failing]>([
  ['there is no earlier data', { connection: 'lost', status: 'network' }],
  ['the connection is not known to be lost', { connection: 'there', status: 'network', earlier: 'data' }],
  ['the server reports an error', { connection: 'lost', status: 500, earlier: 'data' }],
])('a failed query shows a message if %s', async (_case, failing) => {
  expect(await messageAfter(failing)).toBe('No answer.');
});
