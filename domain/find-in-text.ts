/** UTF-16 units; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export const occurrencesMax = 2_000;

/** Ignores case and accents; any white space is one space. Shared with the viewer, so that their counts agree. */
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

/** Same count as `findInText`, much faster on long texts. */
export function countInText(text: string, words: string): number {
  const wanted = foldedWords(words);
  if (wanted === '') return 0;
  const folded = foldLetters(text.replaceAll(/[\s\p{Cc}]+/gu, ' '));
  let count = 0;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) count += 1;
  return count;
}

export function foldedWords(words: string): string {
  return foldWithOrigins(words).folded.trim();
}

/** Letters that have no Unicode decomposition, with their plain spelling. */
const plainLetters: Readonly<Record<string, string>> = {
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
  ς: 'σ',
};

export function foldLetters(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[ßæœøđðþłħıς]/g, (letter) => plainLetters[letter] ?? letter);
}

/** Folding changes lengths, so each unit stores the range it came from. */
function foldWithOrigins(text: string): { readonly folded: string; readonly origins: readonly TextRange[] } {
  let folded = '';
  const origins: TextRange[] = [];
  let at = 0;
  for (const character of text) {
    const start = at;
    at += character.length;
    if (/[\s\p{Cc}]/u.test(character)) {
      const last = origins.at(-1);
      if (folded.endsWith(' ') && last) origins[origins.length - 1] = { start: last.start, end: at };
      else {
        folded += ' ';
        origins.push({ start, end: at });
      }
      continue;
    }
    const plain = foldLetters(character);
    folded += plain;
    for (let unit = 0; unit < plain.length; unit += 1) origins.push({ start, end: at });
  }
  return { folded, origins };
}

/** Consecutive words. Unless `isExact`, the last one also matches as a prefix. */
export interface WordsToHighlight {
  /** Folded by `foldLetters`, letters and digits only. */
  readonly words: readonly string[];
  readonly isExact: boolean;
}

export interface TextPiece {
  readonly text: string;
  readonly is_match: boolean;
}

interface Place {
  readonly start: number;
  readonly end: number;
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

export const hasWords = (text: string, wanted: readonly WordsToHighlight[]): boolean =>
  !findWords(text, wanted).next().done;

const excerptCharacters = 220;
const leadCharacters = 70;

/** One line around the first match, cut at spaces. Returns null without a match. */
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

function* findWords(text: string, wanted: readonly WordsToHighlight[]): Generator<Place, undefined> {
  const longest = Math.max(1, ...wanted.map(({ words }) => words.length));
  const read: (Place & { readonly folded: string })[] = [];
  let last = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    read.push({ start: index, end: index + word.length, folded: foldWord(word) });
    if (read.length > longest) read.shift();
    const places = wanted.flatMap((each) => placeOf(read, each, last));
    const place = places.toSorted((one, other) => one.start - other.start)[0];
    if (!place) continue;
    last = place.end;
    yield place;
  }
}

function placeOf(
  read: readonly (Place & { readonly folded: string })[],
  { words, isExact }: WordsToHighlight,
  from: number,
): readonly Place[] {
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
