const syllables =
  'an bar cel dor el fin gar hal in jor kel lan mor nel or pal quin ras sol tan ur val wen xan yor zel bri cro dri fra gri pla sti tre'.split(
    ' ',
  );
/** Words of many papers, the commonest first, and as many again that stand in few. */
const wordCount = 20_000;

/** The nth word: one syllable more for every power, so that none is two. */
function wordOf(nth: number): string {
  let [rest, word] = [nth, ''];
  do {
    word += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length);
  } while (rest > 0);
  return word.length < 4 ? `${word}ment` : word;
}

/** A page's text: common words often, rare ones seldom, as language has it (Zipf). Two words stand on every page, in this order. */
export function pageText(random: () => number, words: number): string {
  const picked = Array.from({ length: words - 2 }, () => wordOf(Math.floor(wordCount ** random())));
  return `Quarterly report ${picked.join(' ')}.`;
}

/** Whom to search for, from common to rare. */
export const searchedWords = [wordOf(3), wordOf(40), wordOf(700), wordOf(9_000)] as const;
