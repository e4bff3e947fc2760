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

/**
 * The `srcset` of a logo: addresses containing /conversions/ have a variant of double size, whose name ends in @2x
 * (specification 9, product 5). `null` for any other address.
 */
export function logoSrcset(address: string): string | null {
  if (!address.includes('/conversions/')) return null;
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  const variant = path.replace(/(\.[a-z0-9]+)?$/i, '@2x$1');
  return `${variant}${rest} 2x`;
}

/** People stand by last name, then first name (specification 3). */
export interface NamedPerson {
  readonly last_name: string;
  readonly first_name: string;
}

/** One collator for both sides; accents and case decide only between names that are otherwise alike. */
const names = new Intl.Collator('en', { sensitivity: 'variant', ignorePunctuation: false, numeric: true });

export function comparePeople(a: NamedPerson, b: NamedPerson): number {
  return names.compare(a.last_name, b.last_name) || names.compare(a.first_name, b.first_name);
}

export function sortPeople<T extends NamedPerson>(people: readonly T[]): readonly T[] {
  return people.toSorted(comparePeople);
}
