import { unspaced } from '#domain/find-in-text.ts';

/** Pages are one-based. */
export interface PageText {
  readonly page: number;
  readonly text: string;
}

/** Counted in letters from the start of the page, so that spaces and line breaks do not matter. */
export interface LetterRange {
  readonly page: number;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

export interface PageWord extends LetterRange {
  readonly key: string;
}

/** Ignores white space and Unicode composition, which differ between the browser's text and the server's. */
export const lettersOf = (text: string): string => text.normalize('NFKD').replaceAll(/[\s\0]+/gu, '');

export const letterCount = (text: string): number => lettersOf(text).length;

const spaced = `[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]+`;
const inside =
  "(?:(?<=\\p{N})[.,](?=\\p{N})|['\u2019](?=\\p{L})|(?<=\\p{L})\\u00ad(?=\\p{L})|(?<=\\p{L})[\\-\u2010\\u00ad]\\s*\\n\\s*(?=\\p{Ll}))";
const words = new RegExp(`[${unspaced}]\\p{M}*|${spaced}(?:${inside}${spaced})*|[^\\s\\0]`, 'gv');
const hyphens = /[-\u2010\u00ad]\s*\n\s*|\u00ad/gu;

export function wordsOfPage({ page, text }: PageText): readonly PageWord[] {
  let at = 0;
  return Array.from(text.normalize('NFKD').matchAll(words), ([word]) => {
    const from = at;
    at += /\s/u.test(word) ? letterCount(word) : word.length;
    return { key: word.replaceAll(hyphens, ''), page, from, to: at };
  });
}

/** Running headers and page numbers are at most this many lines from the top or bottom of a page. */
const edgeLines = 2;
const repeatsMin = 3;
/** For example, '3', '- 3 -', 'Page 3' or 'Page 3 of 19'. */
const pageNumber =
  /^[^\p{L}\p{N}]*(?:\p{L}{1,8}\.?\s*)?(\d{1,5})(?:\s*(?:\p{L}{1,8}|\/|\|)\s*(\d{1,5}))?[^\p{L}\p{N}]*$/u;

export function runningLines(pages: readonly PageText[]): ReadonlySet<string> {
  const formsOfPages = pages.flatMap((page) => [...new Set(edgesOf(page).flatMap(({ forms }) => forms))]);
  const found = Map.groupBy(formsOfPages, (form) => form);
  return new Set([...found].flatMap(([form, { length }]) => (length >= repeatsMin ? [form] : [])));
}

export function bodyWords(pages: readonly PageText[], running: ReadonlySet<string>): readonly PageWord[] {
  const last = pages.at(-1)?.page ?? 0;
  return pages.flatMap((page) => {
    const left = edgesOf(page).filter(
      (line) => line.forms.some((form) => running.has(form)) || isPageNumber(line.text, page.page, last),
    );
    const all = wordsOfPage(page);
    return left.length === 0
      ? all
      : all.filter((word) => !left.some(({ from, to }) => word.from >= from && word.to <= to));
  });
}

interface EdgeLine {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly forms: readonly string[];
}

function edgesOf({ page, text }: PageText): readonly EdgeLine[] {
  let at = 0;
  const lines = text
    .split('\n')
    .map((line) => {
      const from = at;
      at += letterCount(line);
      return { text: line.trim(), from, to: at };
    })
    .filter(({ from, to }) => to > from);
  return lines
    .filter((_, index) => index < edgeLines || index >= lines.length - edgeLines)
    .map((line) => ({ ...line, forms: formsOf(line.text, page) }));
}

function formsOf(line: string, page: number): readonly string[] {
  const numbers = [...line.matchAll(/\d{1,5}/gu)].slice(0, 4);
  const relative = numbers.map(
    ({ 0: digits, index }) => `${line.slice(0, index)}#${Number(digits) - page}${line.slice(index + digits.length)}`,
  );
  return [line, ...relative];
}

function isPageNumber(line: string, page: number, last: number): boolean {
  const [, number, of] = pageNumber.exec(line) ?? [];
  return Number(number) === page && (of === undefined || Number(of) === last);
}
