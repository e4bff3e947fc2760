import { expect, test } from 'vitest';
import { searchParts, searchWordsMax } from './search-words.ts';

test.each([
  ['wharf  road', ['wharf', 'road'], []],
  ['the "wharf road" costs', ['the', 'costs'], ['wharf road']],
  ['“wharf road”', [], ['wharf road']],
  ['a "never closed', ['a'], ['never closed']],
  ['Wharf wharf – & ""', ['wharf'], []],
  ['', [], []],
])('%s', (raw, words, phrases) => {
  const parts = searchParts(raw);
  expect(parts.filter((part) => !part.isPhrase).map((part) => part.text)).toEqual(words);
  expect(parts.filter((part) => part.isPhrase).map((part) => part.text)).toEqual(phrases);
});

test('so many words count, and no more', () => {
  expect(searchParts(Array.from({ length: 60 }, (_, nth) => `w${nth}`).join(' '))).toHaveLength(searchWordsMax);
});
