export const searchCharactersMax = 200;

export function searchText(raw: string): string | null {
  const text = collapse(raw);
  if (text === '') return null;
  return collapse([...text].slice(0, searchCharactersMax).join(''));
}

function collapse(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

export const foundTypes = ['meetings', 'announcements', 'people', 'documents'] as const;
export type FoundType = (typeof foundTypes)[number];
export const searchTypes = ['everything', ...foundTypes] as const;
export type SearchType = (typeof searchTypes)[number];

/** The search lists items that belong to a meeting together with meetings. */
export const foundTypeOf = (itemType: FoundType | 'action-items' | 'motions' | 'resolutions' | 'minutes'): FoundType =>
  foundTypes.find((type) => type === itemType) ?? 'meetings';

/** Limited, because each word increases the query time. */
export const searchWordsMax = 20;

/** A word also matches as a prefix. Quoted words match exactly. */
export interface SearchPart {
  readonly text: string;
  readonly isPhrase: boolean;
}

/** An unclosed quotation mark extends to the end of the text. */
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
