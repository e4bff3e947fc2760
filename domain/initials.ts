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

/** 'EK' for Elena Kowalczyk, where a person has no picture. */
export function personInitials(name: { readonly first_name: string; readonly last_name: string }): string {
  return firstLetter(name.first_name) + firstLetter(name.last_name);
}
