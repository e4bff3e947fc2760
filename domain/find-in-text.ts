/** A place in a text, in UTF-16 units; `end` is exclusive. */
export interface FoundPlace {
  readonly start: number;
  readonly end: number;
}

/**
 * Where words stand in a text, from the first: case and accents are ignored, and any white space counts as one blank, so
 * that words broken over two lines are found. Both sides run it: the server counts by it, the viewer marks by it.
 *
 * @param limit at most that many places
 */
export function findInText(text: string, words: string, limit = Number.POSITIVE_INFINITY): readonly FoundPlace[] {
  const wanted = foldedWords(words);
  if (wanted === '') return [];
  const { folded, origins } = foldWithOrigins(text);
  const found: FoundPlace[] = [];
  for (
    let at = folded.indexOf(wanted);
    at >= 0 && found.length < limit;
    at = folded.indexOf(wanted, at + wanted.length)
  ) {
    const last = origins[at + wanted.length - 1] as FoundPlace;
    found.push({ start: (origins[at] as FoundPlace).start, end: last.end });
  }
  return found;
}

/** How often words stand in a text; as `findInText`, without the places, and much faster on a long text. */
export function countInText(text: string, words: string): number {
  const wanted = foldedWords(words);
  if (wanted === '') return 0;
  const folded = foldLetters(text.replaceAll(/[\s\p{Cc}]+/gu, ' '));
  let count = 0;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) count += 1;
  return count;
}

/** Words as they are compared; empty when there are none. */
export function foldedWords(words: string): string {
  return foldWithOrigins(words).folded.trim();
}

/** Letters that no decomposition takes apart, as readers without them on their keyboard write them. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ς: 'σ' },
};

/** Without case and accents. The sigma that ends a word is the sigma of its middle. */
export function foldLetters(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[ßæœøđðþłħıς]/g, (letter) => plainLetters[letter] ?? letter);
}

/** A folded text, and for each of its units where it came from: folding makes texts longer and shorter. */
function foldWithOrigins(text: string): { readonly folded: string; readonly origins: readonly FoundPlace[] } {
  let folded = '';
  const origins: FoundPlace[] = [];
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
