import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { CallError } from './call-error.ts';
import { reportFailure } from './general-error.ts';

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
