const syllables =
  'an bar cel dor el fin gar hal in jor kel lan mor nel or pal quin ras sol tan ur val wen xan yor zel bri cro dri fra gri pla sti tre'.split(
    ' ',
  );
const wordCount = 20_000;

function wordOf(nth: number): string {
  let [rest, word] = [nth, ''];
  do {
    word += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length);
  } while (rest > 0);
  return word.length < 4 ? `${word}ment` : word;
}

/** Word frequencies follow Zipf's law, as in natural language. */
export function pageText(random: () => number, words: number): string {
  const picked = Array.from({ length: words - 2 }, () => wordOf(Math.floor(wordCount ** random())));
  return `Quarterly report ${picked.join(' ')}.`;
}

export const searchedWords = [wordOf(3), wordOf(40), wordOf(700), wordOf(9_000)] as const;
