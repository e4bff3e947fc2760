export interface AgendaPlace {
  readonly key: string;
  readonly number: string;
  readonly title: string;
}

export interface PlacedPaper {
  readonly id: string;
  readonly title: string;
}

export type PlaceProposal =
  | { readonly kind: 'version'; readonly documentId: string }
  | { readonly kind: 'item'; readonly key: string };

/** A title that matches one item outweighs a number that matches another. */
export function proposePlace(
  fileName: string,
  { items, papers }: { readonly items: readonly AgendaPlace[]; readonly papers: readonly PlacedPaper[] },
): PlaceProposal | null {
  const own = plainName(fileName);
  const words = wordsOf(own);
  const sameName = papers.filter(
    (paper) => words.length > 0 && wordsOf(plainName(paper.title)).join(' ') === words.join(' '),
  );
  if (sameName[0] !== undefined && sameName.length === 1) return { kind: 'version', documentId: sameName[0].id };
  const titleWords = wordsOf(plainName(`${paperTitle(fileName)}.`));
  const item = itemByTitle(titleWords, items) ?? itemByNumberOrWords(own, { words, titleWords, items });
  return item === null ? null : { kind: 'item', key: item.key };
}

const wordsOfTitle = ({ title }: AgendaPlace): readonly string[] => wordsOf(plainName(`${title}.`));

function itemByTitle(words: readonly string[], items: readonly AgendaPlace[]): AgendaPlace | null {
  const [item, ...others] = items.filter((each) => similarity(words, wordsOfTitle(each)) === 1);
  return others.length === 0 ? (item ?? null) : null;
}

function itemByNumberOrWords(
  name: string,
  given: {
    readonly words: readonly string[];
    readonly titleWords: readonly string[];
    readonly items: readonly AgendaPlace[];
  },
): AgendaPlace | null {
  const { words, titleWords, items } = given;
  const numbered = itemByNumber(name, items);
  if (numbered === null) return itemByWords(words, items);
  if (similarity(titleWords, wordsOfTitle(numbered)) >= scoreMin) return numbered;
  return itemByWords(titleWords, items, scoreMinAgainstNumber) ?? numbered;
}

function plainName(name: string): string {
  return name
    .replace(/\.[a-z0-9]{1,16}$/i, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<!\d)(?:\d{4}[-._]\d{1,2}[-._]\d{1,2}|\d{1,2}[-._]\d{1,2}[-._](?:\d{4}|\d{2}))(?!\d)/g, ' ')
    .trim();
}

const leadingNumber =
  /^(?:agenda\s*)?(?:item|no|nr|top|punkt|point)?[\s._#-]*0*(\d{1,2}(?:[._-]\d{1,2}){0,2})([a-z])?(?=[\s._:)\]–-]|$)/;

/** For example, '4.2', '04_2' and 'Item 4b', where b is the second sub-item. */
function itemByNumber(name: string, items: readonly AgendaPlace[]): AgendaPlace | null {
  const [, digits, letter] = leadingNumber.exec(name) ?? [];
  if (digits === undefined) return null;
  const parts = digits.split(/[._-]/).map((part) => String(Number(part)));
  const numbered = (...of: readonly string[]) => items.find((item) => item.number === of.join('.')) ?? null;
  if (letter !== undefined) return numbered(...parts, String(letter.charCodeAt(0) - 96)) ?? numbered(...parts);
  // Falls back to the first number alone, for names such as '3-4 year plan'.
  return numbered(...parts) ?? (digits.includes('.') ? null : numbered(...parts.slice(0, 1)));
}

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec';
const nameEnding = new RegExp(
  `[\\s._,–-]*(?:\\((?:[^()]*)\\)|\\b(?:v(?:ersion)?[\\s._-]?\\d+(?:\\.\\d+)*|final|draft|signed|clean|copy|(?:${months})[a-z]*\\.?\\s\\d{4}|\\d{4}[-._]\\d{1,2}(?:[-._]\\d{1,2})?|\\d{1,2}[-._]\\d{1,2}[-._]\\d{2,4}))$`,
  'i',
);

/** For example, '5 CEO report Nov 2026 FINAL v3.pdf' becomes 'CEO report'. */
export function paperTitle(fileName: string): string {
  const name = fileName.replace(/\.[a-z0-9]{1,16}$/i, '').trim();
  const number = leadingNumber.exec(name.toLowerCase())?.[0].length ?? 0;
  let title = name.slice(number).replaceAll('_', ' ');
  for (let shorter = title.replace(nameEnding, ''); shorter !== title; shorter = title.replace(nameEnding, ''))
    title = shorter;
  title = title
    .replace(/^[\s._:)–-]+/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return /\p{L}{2}/u.test(title) ? title : name || fileName;
}

const scoreMin = 0.5;
const leadMin = 0.15;
const scoreMinAgainstNumber = 0.75;

function itemByWords(
  words: readonly string[],
  items: readonly AgendaPlace[],
  minimum: number = scoreMin,
): AgendaPlace | null {
  const ranked = items
    .map((item) => ({ item, score: similarity(words, wordsOfTitle(item)) }))
    .toSorted((one, other) => other.score - one.score);
  const [best, next] = ranked;
  if (best === undefined || best.score < minimum || best.score - (next?.score ?? 0) < leadMin) return null;
  return best.item;
}

/** Returns a number from 0 to 1. */
function similarity(one: readonly string[], other: readonly string[]): number {
  const [own, theirs] = [new Set(one), new Set(other)];
  if (own.size === 0 || theirs.size === 0) return 0;
  const shared = [...own].filter((word) => theirs.has(word)).length;
  return (shared / Math.min(own.size, theirs.size) + (2 * shared) / (own.size + theirs.size)) / 2;
}

const empty = new Set(
  'a an and as at by for from in of on or our the to with der die das des und von zu zum zur le la les de du et copy draft final new rev version item agenda'.split(
    ' ',
  ),
);

/** Treats a plural like its singular. */
function wordsOf(text: string): readonly string[] {
  return text
    .replace(leadingNumber, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !empty.has(word) && !/^(?:v\d+|\d{1,2})$/.test(word))
    .map((word) => (word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word));
}
