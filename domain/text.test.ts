import { expect, test } from 'vitest';
import { counted, inOneLine, isolated, pageTitle } from './text.ts';

test('a count is followed by the singular or plural form of its noun', () => {
  expect([0, 1, 2].map((count) => counted(count, 'member'))).toEqual(['0 members', '1 member', '2 members']);
  expect(counted(3, 'person', 'people')).toBe('3 people');
});

test.each(['\n', '\r', '\r\n', '\r\n\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
  'the line end %j becomes a single space',
  (ending) => {
    expect(inOneLine(`Ann${ending}Lee`)).toBe('Ann Lee');
  },
);

test('joining lines leaves tabs, spaces and other characters unchanged', () => {
  expect(inOneLine('Ann\t Lee  é \u200d')).toBe('Ann\t Lee  é \u200d');
});

test('a page title contains the names of the page, the board and the product', () => {
  expect(pageTitle({ page: 'Groups', board: 'Harbour Street Housing Trust', product: 'Dais' })).toBe(
    'Groups | Harbour Street Housing Trust | Dais',
  );
  expect(pageTitle({ page: 'Boards', board: null, product: 'Dais' })).toBe('Boards | Dais');
  expect(pageTitle({ page: null, board: ' ', product: 'Dais' })).toBe('Dais');
});

test('right-to-left names are isolated, and directional marks in names are removed', () => {
  expect(['Ada', 'Ada\u202e', 'דוד', '\u2067Ada علي'].map(isolated)).toEqual([
    'Ada',
    'Ada',
    '\u2068דוד\u2069',
    '\u2068Ada علي\u2069',
  ]);
});
