/** Slugs of people in /people/{slug} (specification 2). */

/** Characters, without the number that makes it unique. */
export const slugCharactersMax = 60;

/** Paths below /people that are not people. */
const reservedSlugs: ReadonlySet<string> = new Set(['create', 'edit', 'invitations']);

/** Letters that have no decomposition into a base letter and a mark. */
const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ŋ: 'n',
  ħ: 'h',
};

/** 'elena-kowalczyk'. 'person' when the name has no Latin letter or digit. The caller makes it unique. */
export function personSlug(name: { readonly first_name: string; readonly last_name: string }): string {
  const slug = hyphenated(`${name.first_name} ${name.last_name}`, slugCharactersMax);
  if (slug === '') return 'person';
  return reservedSlugs.has(slug) ? `${slug}-person` : slug;
}

/** Lower-case Latin letters and digits with single hyphens between them, at most `max` characters; '' when none are left. */
export function hyphenated(text: string, max: number): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => spelledOut[letter] ?? ' ')
    .replace(/['`.]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, max)
    .replace(/-+$/, '');
}

/** The slug for the nth person of a name on a board: the plain one first, then 'elena-kowalczyk-2'. */
export function numberedSlug(slug: string, nth: number): string {
  return nth <= 1 ? slug : `${slug}-${nth}`;
}

export function isSlug(text: string): boolean {
  return text.length <= slugCharactersMax + 8 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && !reservedSlugs.has(text);
}
