import { expect, test } from 'vitest';
import { searchTypes } from '#domain/search.ts';
import { defaultSearchType, offeredSearchTypes } from './search-types.ts';

const nobody = { isBoardAdmin: false, isGroupAdmin: false, isSiteAdmin: false };

test.each([
  ['/home', 'everything'],
  ['/meetings', 'meetings'],
  ['/meetings/create', 'meetings'],
  ['/resolutions/1', 'meetings'],
  ['/actions', 'meetings'],
  ['/announcements/1', 'announcements'],
  ['/people/elena', 'people'],
  ['/library', 'documents'],
  ['/library/section/1', 'documents'],
  ['/admin/setup', 'everything'],
] as const)('the search type on %s defaults to %s', (path, type) => {
  expect(defaultSearchType(path, searchTypes)).toBe(type);
});

test('only board admins can search People if members are hidden from each other', () => {
  const hidden = { people_hidden: true };
  expect(offeredSearchTypes({ ...nobody, isBoardAdmin: true }, hidden)).toContain('people');
  expect(offeredSearchTypes(nobody, hidden)).not.toContain('people');
  expect(offeredSearchTypes(nobody, { people_hidden: false })).toContain('people');
  expect(defaultSearchType('/people', offeredSearchTypes(nobody, hidden))).toBe('everything');
});
