import { MutationCache, QueryCache, QueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { CallError } from './call-error.ts';
import { isConnectionLost } from './connection.ts';
import { reportFailure } from './general-error.ts';

export function prefetch<Data, Key extends QueryKey>(query: UseQueryOptions<Data, Error, Data, Key>): void {
  void queryClient.prefetchQuery(query);
}

export function prefetchAnew<Data, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Data, Key>,
): Promise<void> {
  return queryClient.prefetchQuery({ ...query, staleTime: 0 });
}

const staleAfterMs = 30_000;
const retriesMax = 1;

/**
 * Set `meta.quiet` on a query or mutation that shows its own failures. A refresh that fails while the page says that
 * there is no connection needs no further message: the earlier data stays on the page.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      const isCoveredByNotice = query.state.data !== undefined && isConnectionLost() && isPassing(error);
      const isQuiet = query.meta?.quiet === true || isCoveredByNotice;
      if (!isQuiet || leadsAway(error)) reportFailure(error, 'query');
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (mutation.meta?.quiet !== true || leadsAway(error)) reportFailure(error, 'action');
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: staleAfterMs,
      refetchOnWindowFocus: false,
      // Sends requests even if the browser reports that it is offline, because that report is unreliable.
      networkMode: 'always',
      retry: (failures, error) => failures < retriesMax && isPassing(error),
      throwOnError: (error) => isMissing(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

export function isMissing(error: unknown): boolean {
  return error instanceof CallError && error.status === 404;
}

function leadsAway(error: unknown): boolean {
  return error instanceof CallError && error.step !== null;
}

function isPassing(error: unknown): boolean {
  return error instanceof CallError && (error.status === 'network' || error.status === 502 || error.status === 503);
}
