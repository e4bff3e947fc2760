import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import type { CallArguments } from '#web/api/call.ts';
import { queryFor } from '#web/api/queries.ts';

/** A report as it is now; while it is narrowed anew, the one before stays. A failure takes the page's place. */
export function useReport<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>) {
  return useQuery<AnswerOf<E>>({
    ...queryFor(endpoint, ...input),
    staleTime: 0,
    placeholderData: keepPreviousData as never,
    throwOnError: (_error, query) => query.state.data === undefined,
  });
}
