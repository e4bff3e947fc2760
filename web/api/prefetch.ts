import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

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
