/** '1 member', '12 members': a number with its noun, whose plural is told where an s does not make it. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text of pages and mail, and for attributes in either kind of quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** A text with a space in place of each run of what breaks a line (Unicode, UAX #14: BK, CR, LF, NL). */
export const inOneLine = (text: string): string => text.replaceAll(/[\n\v\f\r\u0085\u2028\u2029]+/g, ' ');

/** Page title, board title, product name, separated by ' | ' (specification 2); what is not known is left out. */
export function pageTitle(parts: {
  readonly page: string | null;
  readonly board: string | null;
  readonly product: string;
}): string {
  return [parts.page, parts.board, parts.product].filter((part) => part !== null && part.trim() !== '').join(' | ');
}
