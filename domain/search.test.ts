import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchCharactersMax, searchParts, searchText, searchWordsMax } from './search.ts';

test('extra spaces are removed from a search, and an empty search is not run', () => {
  expect(searchText('  wharf \t\n road ')).toBe('wharf road');
  expect(searchText('a\u00a0\u3000b')).toBe('a b');
  for (const empty of ['', ' ', '\n\t\u00a0\u2003\ufeff', '\u0000']) expect(searchText(empty)).toBeNull();
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc
    .array(fc.constantFrom(' ', '\t', '\u00a0', '\u0000', 'a', 'é', '😀'), { maxLength: 400 })
    .map((parts) => parts.join('')),
);

test('normalising a search limits its length, keeps the order of its letters, and is idempotent', () => {
  fc.assert(
    fc.property(anyText, (raw) => {
      const text = searchText(raw);
      const letters = raw.replace(/[\s\p{Cc}]/gu, '');
      if (text === null) {
        expect(letters).toBe('');
        return;
      }
      expect(text).not.toMatch(/[^\S ]| {2}|\p{Cc}|^ | $|^$/u);
      expect([...text].length).toBeLessThanOrEqual(searchCharactersMax);
      expect(searchText(text)).toBe(text);
      expect(letters.startsWith(text.replaceAll(' ', ''))).toBe(true);
    }),
  );
});

test('the number of words in a search is limited', () => {
  expect(searchParts(Array.from({ length: 60 }, (_, nth) => `w${nth}`).join(' '))).toHaveLength(searchWordsMax);
});

test.each([
  ['wharf  road', ['wharf', 'road'], []],
  ['the "wharf road" costs', ['the', 'costs'], ['wharf road']],
  ['“wharf road”', [], ['wharf road']],
  ['a "never closed', ['a'], ['never closed']],
  ['Wharf wharf – & ""', ['wharf'], []],
  ['', [], []],
])('the search %j is split into words and phrases', (raw, words, phrases) => {
  const parts = searchParts(raw);
  expect(parts.filter((part) => !part.isPhrase).map((part) => part.text)).toEqual(words);
  expect(parts.filter((part) => part.isPhrase).map((part) => part.text)).toEqual(phrases);
});
