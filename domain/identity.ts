import { isBlank } from './validation.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function firstLetter(text: string): string {
  const [first] = graphemes.segment(text.trim());
  return first ? first.segment.toLocaleUpperCase('en') : '';
}

export function boardInitial(title: string): string {
  return firstLetter(title);
}

/** For example, 'EK' for Elena Kowalczyk. */
export function personInitials(name: string): string {
  const words = name
    .replace(/(?<=.)\s+\([^()]*\)$/u, '')
    .trim()
    .split(/\s+/u);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => firstLetter(word ?? '')).join('');
}

/** Only addresses with /conversions/ have a double-size variant. */
export function logoSrcset(address: string): string | null {
  if (!address.includes('/conversions/')) return null;
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  const variant = path.replace(/(\.[a-z0-9]+)?$/i, '@2x$1');
  return `${variant}${rest} 2x`;
}

export interface NamedPerson {
  readonly last_name: string;
  readonly first_name: string;
}

export const fullName = (person: { readonly first_name: string | null; readonly last_name: string | null }): string =>
  `${person.first_name ?? ''} ${person.last_name ?? ''}`.trim();

/** Must match the SQL function `known_name`. */
export const knownName = (person: Parameters<typeof fullName>[0] & { readonly name_note: string }): string =>
  `${fullName(person)}${person.name_note}`;

export const callName = (person: NamedPerson): string => person.first_name || person.last_name;

export const hasName = (person: NamedPerson): boolean => !isBlank(person.first_name) || !isBlank(person.last_name);

const names = new Intl.Collator('en', { sensitivity: 'variant', ignorePunctuation: false, numeric: true });

export function sortPeople<T extends NamedPerson>(people: readonly T[]): readonly T[] {
  return people.toSorted(
    (a, b) =>
      names.compare(a.last_name || a.first_name, b.last_name || b.first_name) ||
      names.compare(a.first_name, b.first_name),
  );
}
