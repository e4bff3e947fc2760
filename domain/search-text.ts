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
