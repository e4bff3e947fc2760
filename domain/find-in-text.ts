import { plainLetters } from './text.ts';

/** In UTF-16 code units. `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export const occurrencesMax = 2_000;

/** Scripts without spaces between words. Must equal `search_unspaced` in the database. */
export const unspaced =
  '\\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u0e50-\\u0e59\\u0e81-\\u0edf\\u1000-\\u1049\\u1050-\\u109d\\u1780-\\u17d3\\u17dc-\\u17e9' +
  '\\u3005-\\u3007\\u3041-\\u3096\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3105-\\u312f\\u31a0-\\u31bf\\u31f0-\\u31ff' +
  '\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}';
const unspacedGiven = `${unspaced}\\u2f00-\\u2fd5\\uff66-\\uff9d`;
const anyUnspaced = new RegExp(`[${unspacedGiven}]`, 'u');
export const hasUnspaced = (text: string): boolean => anyUnspaced.test(text);
const unspacedLetter = `[${unspacedGiven}][\\u3099\\u309a\\uff9e\\uff9f]*`;
const blanksInside = `(?<=${unspacedLetter})[\\s\\p{Cc}\\u200b-\\u200d\\u2060]+(?=[${unspacedGiven}])`;
const units = new RegExp(`(${blanksInside})|([\\s\\p{Cc}])|[\\s\\S][\\p{M}\\uff9e\\uff9f]*`, 'gu');

/** Ignores case, accents, and white space between letters of scripts without spaces. */
export function findInText(text: string, words: string, limit = Number.POSITIVE_INFINITY): readonly TextRange[] {
  const wanted = foldedWords(words);
  if (wanted === '') return [];
  const { folded, origins } = foldWithOrigins(text);
  const found: TextRange[] = [];
  for (
    let at = folded.indexOf(wanted);
    at >= 0 && found.length < limit;
    at = folded.indexOf(wanted, at + wanted.length)
  ) {
    const last = origins[at + wanted.length - 1] as TextRange;
    found.push({ start: (origins[at] as TextRange).start, end: last.end });
  }
  return found;
}

/** Much faster than `findInText` in long texts. */
export function countInText(text: string, words: string): number {
  const wanted = foldedWords(words);
  if (wanted === '') return 0;
  const folded = foldLetters(text.replaceAll(new RegExp(blanksInside, 'gu'), '').replaceAll(/[\s\p{Cc}]+/gu, ' '));
  let count = 0;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) count += 1;
  return count;
}

export function foldedWords(words: string): string {
  return foldWithOrigins(words).folded.trim();
}

const foldedLetters: Readonly<Record<string, string>> = { ...plainLetters, ς: 'σ' };

/** Excludes Kana and South and South-East Asian scripts, where marks are vowels and consonants. */
const accents = /[^\P{M}\u0900-\u1aaf\u1b00-\u1cff\u3099\u309a\ua800-\uabff\u{11000}-\u{11fff}]/gu;

export function foldLetters(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(accents, '').toLowerCase().normalize('NFC');
  return plain.replaceAll(/[ßæœøđðþłħıς]/g, (letter) => foldedLetters[letter] ?? letter);
}

function foldWithOrigins(text: string): { readonly folded: string; readonly origins: readonly TextRange[] } {
  let folded = '';
  const origins: TextRange[] = [];
  for (const { 0: unit, 1: isInside, 2: blank, index: start } of text.matchAll(units)) {
    const end = start + unit.length;
    if (isInside !== undefined) continue;
    if (blank !== undefined) {
      const last = origins.at(-1);
      if (folded.endsWith(' ') && last) origins[origins.length - 1] = { start: last.start, end };
      else {
        folded += ' ';
        origins.push({ start, end });
      }
      continue;
    }
    const plain = foldLetters(unit);
    folded += plain;
    for (let nth = 0; nth < plain.length; nth += 1) origins.push({ start, end });
  }
  return { folded, origins };
}

/** The last word also matches as a prefix, unless `isExact` is true. */
export interface WordsToHighlight {
  readonly words: readonly string[];
  readonly isExact: boolean;
}

export interface TextPiece {
  readonly text: string;
  readonly is_match: boolean;
}

export function highlightWords(text: string, wanted: readonly WordsToHighlight[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { start, end } of findWords(text, wanted)) {
    if (start > at) pieces.push({ text: text.slice(at, start), is_match: false });
    pieces.push({ text: text.slice(start, end), is_match: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), is_match: false });
  return pieces;
}

const excerptCharacters = 220;
const leadCharacters = 70;

export function excerptAround(text: string, wanted: readonly WordsToHighlight[]): TextPiece[] | null {
  const first = findWords(text, wanted).next().value;
  if (!first) return null;
  const from = Math.max(0, first.start - 2 * leadCharacters);
  const around = text.slice(from, first.end + 3 * excerptCharacters).replaceAll(/[\s\p{Cc}]+/gu, ' ');
  const match = findWords(around, wanted).next().value ?? { start: 0, end: 0 };
  const start = match.start <= leadCharacters ? 0 : blankAfter(around, match.start - leadCharacters, match.start);
  const rest = around.length - start <= excerptCharacters;
  const end = rest ? around.length : blankBefore(around, start + excerptCharacters, match.end);
  const cut = around.slice(start, end).trim().toWellFormed();
  const isBegin = from === 0 && start === 0;
  const isEnd = rest && first.end + 3 * excerptCharacters >= text.length;
  return highlightWords(`${isBegin ? '' : '…'}${cut}${isEnd ? '' : '…'}`, wanted);
}

function blankAfter(text: string, at: number, most: number): number {
  const blank = text.indexOf(' ', at);
  return blank < 0 || blank > most ? at : blank;
}

function blankBefore(text: string, at: number, least: number): number {
  const blank = text.lastIndexOf(' ', at);
  return blank < least ? Math.max(at, least) : blank;
}

interface ReadWord extends TextRange {
  readonly folded: string;
}

function* findWords(text: string, wanted: readonly WordsToHighlight[]): Generator<TextRange, undefined> {
  const longest = Math.max(1, ...wanted.map(({ words }) => words.length));
  const read: ReadWord[] = [];
  let last = 0;
  for (const word of wordsOf(text)) {
    const before = read.at(-1);
    if (before !== undefined && isApart(text, before, word)) read.length = 0;
    read.push(word);
    if (read.length > longest) read.shift();
    const places = wanted.flatMap((each) => placeOf(read, each, last));
    const place = places.toSorted((one, other) => one.start - other.start)[0];
    if (!place) continue;
    last = place.end;
    yield place;
  }
}

const runs = new RegExp(`[\\p{Alphabetic}\\p{N}\\u0300-\\u036f\\u3099\\u309a${unspacedGiven}]+`, 'gu');
const partsOfRun = new RegExp(`(${unspacedLetter})|[^${unspacedGiven}]+`, 'gu');

/** Must split text into words as `search_fold` in the database does. */
function* wordsOf(text: string): Generator<ReadWord, undefined> {
  for (const { 0: run, index } of text.matchAll(runs)) {
    if (!hasUnspaced(run)) {
      yield { start: index, end: index + run.length, folded: foldWord(run) };
      continue;
    }
    for (const { 0: part, 1: letter, index: at } of run.matchAll(partsOfRun)) {
      const place = { start: index + at, end: index + at + part.length };
      const folded = foldWord(part);
      for (const each of letter === undefined ? [folded] : folded) yield { ...place, folded: each };
    }
  }
}

function isApart(text: string, before: ReadWord, word: ReadWord): boolean {
  if (before.end === word.start || !hasUnspaced(before.folded) || !hasUnspaced(word.folded)) return false;
  return /[^\s\p{Cc}\u200b-\u200d\u2060]/u.test(text.slice(before.end, word.start));
}

function placeOf(read: readonly ReadWord[], { words, isExact }: WordsToHighlight, from: number): readonly TextRange[] {
  const here = read.slice(-words.length);
  const [first, final] = [here[0], here.at(-1)];
  if (here.length < words.length || !first || !final || first.start < from) return [];
  const isIt = here.every(({ folded }, index) => {
    const word = words[index] ?? '';
    return index === words.length - 1 && !isExact ? folded.startsWith(word) : folded === word;
  });
  return isIt ? [{ start: first.start, end: final.end }] : [];
}

const foldWord = (word: string): string => (/^[\x20-\x7f]+$/.test(word) ? word.toLowerCase() : foldLetters(word));
