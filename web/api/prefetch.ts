import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/**
 * Asks for a page's data while its code is on the way. The endpoint is named by an `import()`, so that the contract of
 * pages beyond the first screen is no part of that screen's script (docs/decisions/040-first-screen-files.md).
 */
export function prefetch<Data, Key extends QueryKey>(
  query: () => Promise<UseQueryOptions<Data, Error, Data, Key>>,
): void {
  // A file that cannot be fetched is told by the page itself, which needs the same one.
  query().then(
    (options) => queryClient.prefetchQuery(options),
    () => undefined,
  );
}
