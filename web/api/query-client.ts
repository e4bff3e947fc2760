import { MutationCache, QueryCache, QueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { CallError } from './call-error.ts';
import { reportFailure } from './general-error.ts';

type NamedQuery<Data, Key extends QueryKey> = () => Promise<UseQueryOptions<Data, Error, Data, Key>>;

/**
 * Asks for a page's data while its code is on the way. The endpoint is named by an `import()`, so that the contract of
 * pages beyond the first screen is no part of that screen's script.
 */
export function prefetch<Data, Key extends QueryKey>(query: NamedQuery<Data, Key>): void {
  void fetchBy(query, {});
}

/** As `prefetch`, whatever is known already. Ends when the answer, or its failure, is there. */
export function prefetchAnew<Data, Key extends QueryKey>(query: NamedQuery<Data, Key>): Promise<void> {
  return fetchBy(query, { staleTime: 0 });
}

function fetchBy<Data, Key extends QueryKey>(
  query: NamedQuery<Data, Key>,
  freshness: { readonly staleTime?: 0 },
): Promise<void> {
  // A file that cannot be fetched is told by the page itself, which needs the same one.
  return query().then(
    (options) => queryClient.prefetchQuery({ ...options, ...freshness }),
    () => undefined,
  );
}

const staleAfterMs = 30_000;
const retriesMax = 1;

/**
 * The cache of what the server said. Errors become sentences here and nowhere else; a query or a mutation whose
 * `meta.quiet` is set keeps its failure to itself (forms that show it in place).
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.meta?.quiet !== true || leadsAway(error)) reportFailure(error, 'query');
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
      // Asked whatever the browser believes of its connection, so that no answer is told as such.
      networkMode: 'always',
      retry: (failures, error) => failures < retriesMax && isPassing(error),
      throwOnError: (error) => isMissing(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** The object is not there or not the reader's: the page becomes the not-found page. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && error.status === 404;
}

/** The server asks for a step first: no form has words for that. */
function leadsAway(error: unknown): boolean {
  return error instanceof CallError && error.step !== null;
}

function isPassing(error: unknown): boolean {
  return error instanceof CallError && (error.status === 'network' || error.status === 502 || error.status === 503);
}
