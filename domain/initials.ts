const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** First letter as a reader sees it, accents and joined signs included, in upper case; '' for blank text. */
function firstLetter(text: string): string {
  const [first] = graphemes.segment(text.trim());
  return first ? first.segment.toLocaleUpperCase('en') : '';
}

/** The letter that stands for a board without a logo (specification 1). */
export function boardInitial(title: string): string {
  return firstLetter(title);
}

/** 'EK' for Elena Kowalczyk, where a person has no picture: the first letters of the first and the last word. */
export function personInitials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => firstLetter(word ?? '')).join('');
}
