import type { MarkedText } from '#contract/search.ts';
import { searchParts } from '#domain/search-words.ts';
import type { SearchAnswer } from '#web/api/search.ts';

/** '12 results for “Maple Court”' */
export function resultsTitle(count: number, searchString: string): string {
  if (count === 0) return `No results for “${searchString}”`;
  return count === 1
    ? `1 result for “${searchString}”`
    : `${count.toLocaleString('en-US')} results for “${searchString}”`;
}

/** What the viewer marks in a document: the words that were typed; those that were found, where they only looked alike. */
export function wordsInDocument(answer: SearchAnswer, documentId: string, searchString: string): readonly string[] {
  if (answer.closeness === 'exact') return searchParts(searchString).map(({ text }) => text);
  const found = answer.results.find((result) => result.id === documentId);
  if (found?.itemType !== 'documents') return [];
  return [...new Set(found.pages.flatMap(({ text }) => matchesOf(text)))];
}

const matchesOf = (text: MarkedText): readonly string[] =>
  text.filter((piece) => piece.is_match).map((piece) => piece.text.toLowerCase());
