/** Characters of a search; the rest is cut. */
export const searchCharactersMax = 200;

/**
 * What is searched for: trimmed, inner whitespace collapsed to one blank. `null` for an empty search, which is not
 * run (specification 5). Control characters count as whitespace: no text contains them, and PostgreSQL refuses NUL.
 */
export function searchText(raw: string): string | null {
  const text = collapse(raw);
  if (text === '') return null;
  return collapse([...text].slice(0, searchCharactersMax).join(''));
}

function collapse(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Where the global search looks (product.md, section 4; specification, section 2). */
export const searchTypes = ['everything', 'meetings', 'announcements', 'people', 'documents'] as const;
export type SearchType = (typeof searchTypes)[number];
/** What is found is one of these. */
export type FoundType = Exclude<SearchType, 'everything'>;
export const foundTypes = ['meetings', 'announcements', 'people', 'documents'] as const satisfies readonly FoundType[];

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
