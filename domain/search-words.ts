import { searchText } from './search-text.ts';

/** Words of a search that count; nobody types more, and each costs. */
export const searchWordsMax = 20;

/** One thing that must be there: a word, whose beginning is enough, or the exact words between quotation marks. */
export interface SearchPart {
  readonly text: string;
  readonly isPhrase: boolean;
}

/** What a search asks for, each once, in order. A quotation mark that nothing closes quotes the rest. */
export function searchParts(raw: string): readonly SearchPart[] {
  const text = searchText(raw);
  if (text === null) return [];
  const parts = new Map<string, SearchPart>();
  for (const [index, run] of text.split(/["“”„«»]/).entries()) {
    const isPhrase = index % 2 === 1;
    for (const each of isPhrase ? [run.trim()] : run.split(' ')) {
      if (/[\p{L}\p{N}]/u.test(each)) parts.set(`${isPhrase} ${each.toLowerCase()}`, { text: each, isPhrase });
    }
  }
  return [...parts.values()].slice(0, searchWordsMax);
}
