import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import { type SearchResult, search } from '#contract/search.ts';
import { type FoundType, foundTypeOf, foundTypes, type SearchType, searchText } from '#domain/search.ts';
import { callWith } from '#web/api/call.ts';
import { paths } from '#web/paths.ts';
import { useTimeout } from '#web/ui/use-timeout.ts';
import { searchTypeLabels } from './search-types.ts';

export type SearchAnswer = AnswerOf<typeof search>;

/** Uses a query instead of a mutation despite the POST method, because searching changes nothing. */
export function searchQuery(itemType: SearchType, searchString: string, skip = 0) {
  return queryOptions<SearchAnswer>({
    queryKey: [search.name, itemType, searchString, skip],
    queryFn: ({ signal }) => callWith(search, { body: { itemType, searchString, skip } }, signal),
  });
}

export interface FoundLine {
  readonly id: string;
  readonly title: SearchResult['title'];
  readonly meta: string | null;
  readonly href: string;
}

export function foundLines(
  answer: SearchAnswer,
  searchString: string,
  most: number,
): readonly { readonly type: FoundType; readonly label: string; readonly lines: readonly FoundLine[] }[] {
  return foundTypes.flatMap((type) => {
    const results = answer.results.filter((result) => foundTypeOf(result.itemType) === type).slice(0, most);
    if (results.length === 0) return [];
    const lines = results.map((result) => ({
      id: result.id,
      title: result.title,
      meta: metaOf(result),
      href: hrefOf(result, (document, page) =>
        paths.search({ itemType: 'documents', searchString, document, ...(page === null ? {} : { page }) }),
      ),
    }));
    return [{ type, label: searchTypeLabels[type], lines }];
  });
}

function metaOf(result: SearchResult): string | null {
  if (result.itemType === 'people') return result.office;
  if (result.itemType === 'action-items') return 'Action item';
  if (result.itemType === 'motions') return `Motion, ${result.meeting.title}`;
  if (result.itemType === 'resolutions') return result.number ?? 'Written resolution';
  if (result.itemType === 'minutes') return `Minutes, ${result.place}`;
  if (result.itemType !== 'documents') return null;
  const [page] = result.pages;
  return page === undefined ? result.home_name : `Page ${page.page}, ${result.home_name}`;
}

export function hrefOf(
  result: SearchResult,
  documentHref: (documentId: string, page: number | null) => string,
): string {
  if (result.itemType === 'meetings') return paths.meeting(result.id);
  if (result.itemType === 'motions') return paths.meeting(result.meeting.id);
  if (result.itemType === 'resolutions') return paths.resolution(result.id);
  if (result.itemType === 'action-items') return paths.actions({ item: result.id });
  if (result.itemType === 'minutes') return paths.meetingMinutes(result.meeting_id);
  if (result.itemType === 'announcements') return paths.announcement(result.id);
  if (result.itemType === 'people') return paths.person(result.slug);
  return documentHref(result.id, result.pages[0]?.page ?? null);
}

export const countOf = ({ counts }: Pick<SearchAnswer, 'counts'>, type: SearchType): number =>
  foundTypes.filter((each) => type === 'everything' || each === type).reduce((sum, each) => sum + counts[each], 0);

export const resultsText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'result' : 'results'}`;

/** Milliseconds to wait after the last keystroke before searching. */
const searchPause = 200;
const lettersMin = 2;

/** `data` is undefined until the user has typed enough letters. */
export function useTypedSearch(type: SearchType, text: string) {
  const typed = searchText(text);
  const [asked, setAsked] = useState(typed);
  useTimeout(() => setAsked(typed), searchPause, typed);
  const isAsked = asked !== null && [...asked].length >= lettersMin;
  const { data } = useQuery({
    ...searchQuery(type, asked ?? ''),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    throwOnError: false,
    meta: { quiet: true },
  });
  return { asked, data: isAsked ? data : undefined };
}
