import { type SearchType, searchTypes } from '#domain/search.ts';
import type { Roles } from './roles.ts';

export const searchTypeLabels: Readonly<Record<SearchType, string>> = {
  everything: 'Everything',
  meetings: 'Meetings',
  announcements: 'Announcements',
  people: 'People',
  documents: 'Documents',
};

const typeByFirstPart: ReadonlyMap<string, SearchType> = new Map([
  ['meetings', 'meetings'],
  ['resolutions', 'meetings'],
  ['actions', 'meetings'],
  ['announcements', 'announcements'],
  ['people', 'people'],
  ['library', 'documents'],
]);

export function defaultSearchType(pathname: string, offered: readonly SearchType[]): SearchType {
  const type = typeByFirstPart.get(pathname.split('/')[1] ?? '');
  return type !== undefined && offered.includes(type) ? type : 'everything';
}

export function offeredSearchTypes(roles: Roles, board: { readonly people_hidden: boolean }): readonly SearchType[] {
  if (roles.isBoardAdmin || !board.people_hidden) return searchTypes;
  return searchTypes.filter((type) => type !== 'people');
}

export function isSearchType(text: string | undefined): text is SearchType {
  return searchTypes.some((type) => type === text);
}
