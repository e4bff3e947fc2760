import type { AnswerOf, BodyOf } from '#contract/endpoint.ts';
import type { search } from '#contract/search.ts';
import { type FoundType, foundTypes } from '#domain/search.ts';
import type { Reader } from '#server/db/board-scope.ts';
import type { Capacity } from '#server/fair-semaphore.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import type { FoundRows } from './queries.ts';

const fewOfEach = 5;
export const pageOfOne = 20;

/** Limits concurrent searches, so that other requests get most of the connection pool. */
export const searchesAtOnceMax = ({ connectionsMax }: Capacity): number => Math.max(1, Math.floor(connectionsMax / 3));

export type SearchBody = BodyOf<typeof search>;
type Counts = AnswerOf<typeof search>['counts'];

export function pagingOf({ itemType, skip }: Pick<SearchBody, 'itemType' | 'skip'>, type: FoundType) {
  if (itemType === type) return { skip, most: pageOfOne };
  return { skip: 0, most: itemType === 'everything' ? fewOfEach : 0 };
}

export const peopleFound = (reader: Reader, { people }: Pick<FoundRows, 'people'>): FoundRows['people'] =>
  canSeePeople(reader) ? people : [];

export const countsOf = (reader: Reader, found: FoundRows): Counts => ({
  meetings: found.meetings?.count ?? 0,
  announcements: found.announcements?.count ?? 0,
  people: peopleFound(reader, found).length,
  documents: found.documents?.count ?? 0,
});

const lettersMin = 4;

export const mayBeMistyped = ({ terms }: Pick<FoundRows, 'terms'>): boolean =>
  terms.some(({ folded }) => folded.length >= lettersMin && !/[\p{N} ]/u.test(folded));

export const hasSelected = (counts: Counts, { itemType }: Pick<SearchBody, 'itemType'>): boolean =>
  foundTypes.some((type) => (itemType === 'everything' || itemType === type) && counts[type] > 0);
