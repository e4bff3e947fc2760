import { search } from '#contract/search.ts';
import { searchParts } from '#domain/search.ts';
import { fairSemaphoreOf } from '#server/fair-semaphore.ts';
import { implementRead, type Route } from '#server/http/implement.ts';
import { countsOf, hasSelected, mayBeMistyped, pagingOf, searchesAtOnceMax } from './policy.ts';
import { presentSearch } from './present.ts';
import { exactReads, similarReads } from './queries.ts';

const searchLimit = fairSemaphoreOf((capacity) => ({ atOnceMax: searchesAtOnceMax(capacity), waitingPerKeyMax: 10 }));

export const searchRoutes: readonly Route[] = [
  implementRead(search, {
    limit: searchLimit,
    reads: exactReads,
    paramsOf({ body }) {
      const parts = searchParts(body.searchString);
      const paging = {
        meetings: pagingOf(body, 'meetings'),
        announcements: pagingOf(body, 'announcements'),
        documents: pagingOf(body, 'documents'),
      };
      return {
        body,
        texts: parts.map(({ text }) => text),
        phrases: parts.map(({ isPhrase }) => isPhrase),
        meetings_skip: paging.meetings.skip,
        meetings_most: paging.meetings.most,
        announcements_skip: paging.announcements.skip,
        announcements_most: paging.announcements.most,
        documents_skip: paging.documents.skip,
        documents_most: paging.documents.most,
      };
    },
    more: {
      reads: similarReads,
      isNeeded: (reader, found, { body }) => mayBeMistyped(found) && !hasSelected(countsOf(reader, found), body),
    },
    answer: ({ reader, body, found, more }) => presentSearch(reader, body, { exact: found, similar: more }),
  }),
];
