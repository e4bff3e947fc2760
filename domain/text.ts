/** For example, '1 member' or '12 members'. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;

export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Prevents right-to-left text from reordering the words around it (Unicode, UAX #9). */
export function isolated(text: string): string {
  const plain = text.replaceAll(/\p{Bidi_Control}/gu, '');
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** Letters that Unicode does not decompose. */
export const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The result is safe in text and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Replaces every kind of line break (Unicode, UAX #14). */
export const inOneLine = (text: string): string => text.replaceAll(/[\n\v\f\r\u0085\u2028\u2029]+/g, ' ');

export function pageTitle(parts: {
  readonly page: string | null;
  readonly board: string | null;
  readonly product: string;
}): string {
  return [parts.page, parts.board, parts.product].filter((part) => part !== null && part.trim() !== '').join(' | ');
}
