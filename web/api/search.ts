import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { search } from '#contract/search.ts';
import type { SearchType } from '#domain/search-types.ts';
import { callWith } from './call.ts';

export type SearchAnswer = AnswerOf<typeof search>;

/**
 * POST /search as a query, since it changes nothing: what was found while typing is what the results screen shows
 * (specification, section 7).
 */
export function searchQuery(itemType: SearchType, searchString: string, skip = 0) {
  return queryOptions<SearchAnswer>({
    queryKey: [search.name, itemType, searchString, skip],
    queryFn: ({ signal }) => callWith(search, { body: { itemType, searchString, skip } }, signal),
  });
}
