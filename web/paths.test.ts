import { expect, test } from 'vitest';
import { idParam } from './id-param.ts';
import { isServerAddress, opensCalendarSite, paths } from './paths.ts';
import { parseSearch, stringifySearch, textParams } from './search-params.ts';

test('the query parameter “document” names the open document', () => {
  expect(paths.meeting('m1', { document: 'd1' })).toBe('/meetings/m1?document=d1');
  expect(paths.libraryCategory('c1', { document: 'd1' })).toBe('/library/section/c1?document=d1');
  expect(textParams(parseSearch('?document=d1&x=1'), 'document')).toEqual({ document: 'd1' });
  expect(textParams(parseSearch(''), 'document')).toEqual({});
});

test('query parameters are treated as plain text', () => {
  expect(parseSearch('?token=0123&downloadIcs')).toEqual({ token: '0123', downloadIcs: '' });
  expect(stringifySearch({ document: 'd1', year: undefined, q: 'a b' })).toBe('?document=d1&q=a+b');
  expect(stringifySearch({})).toBe('');
});

test('an invalid id in an address is ignored', () => {
  const id = '018f2c5e-7a1b-7c3d-8e4f-1a2b3c4d5e6f';
  expect(idParam(id)).toBe(id);
  for (const typed of [undefined, '', 'all', `${id}0`]) expect(idParam(typed)).toBeUndefined();
});

test('a name cannot break out of its path segment', () => {
  expect(paths.person('../admin')).toBe('/people/..%2Fadmin');
});

test.each([
  ['/document/1', true],
  ['/download/1', true],
  ['/meetings/addtocalendar/1/ical', true],
  ['https://board.example/meetings/subscribetocalendar/1/google', true],
  ['/addtocalendar/m-b123/ical', true],
  ['/meeting/m-b123/document/1', true],
  ['/addtocalendar/m-b123', false],
  ['/meeting/m-b123', false],
  ['/meetings/1', false],
  ['https://elsewhere.example/document/1', false],
])('a link to %s bypasses the client router: %s', (href, isServer) => {
  expect(isServerAddress(href, 'https://board.example')).toBe(isServer);
});

test.each([
  ['/meetings/subscribetocalendar/m1/google', true],
  ['https://board.example/meetings/addtocalendar/m1/outlook365', true],
  ['/meetings/genericsubscribetocalendar/outlook', true],
  ['/addtocalendar/u1/google', true],
  ['/meetings/addtocalendar/m1/ical', false],
  ['/meetings/genericsubscribetocalendar/ical', false],
  ['/download/google', false],
])('%s opens the website of a calendar vendor: %s', (href, isAway) => {
  expect(opensCalendarSite(href, 'https://board.example')).toBe(isAway);
});
