import { fullName } from './identity.ts';
import { shortnameMessages } from './messages/boards.ts';
import reserved from './reserved-shortnames.json' with { type: 'json' };
import { plainLetters } from './text.ts';
import type { FieldError } from './validation.ts';

/** A DNS label (RFC 1123, section 2.1). */
export const shortnameCharactersMax = 63;

/** Host names that an installation may need, or that would look official. */
export const reservedShortnames: ReadonlySet<string> = new Set(reserved);

export function normaliseShortname(text: string): string {
  return text.trim().toLowerCase();
}

/** Rejects a double hyphen in the third position, which marks encoded names (RFC 5891). */
export function isShortname(text: string): boolean {
  return /^(?!..--)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text);
}

const madeCharactersMax = 40;

/** For example, 'comite-general' for 'Comité Général'. */
export function boardShortname(title: string): string {
  const made = hyphenated(title, madeCharactersMax);
  if (made === '') return 'my-board';
  return reservedShortnames.has(made) ? `board-${made}` : made;
}

export function shortnameError(text: string): FieldError {
  const shortname = normaliseShortname(text);
  if (!isShortname(shortname)) return shortnameMessages.format;
  return reservedShortnames.has(shortname) ? shortnameMessages.reserved : null;
}

export const slugCharactersMax = 60;

const reservedSlugs: ReadonlySet<string> = new Set(['create', 'edit', 'interests', 'invitations']);

const spelledOut: Readonly<Record<string, string>> = { ...plainLetters, ŋ: 'n' };

/** For example, 'elena-kowalczyk'. Need not be unique. */
export function personSlug(name: { readonly first_name: string; readonly last_name: string }): string {
  const slug = hyphenated(fullName(name), slugCharactersMax);
  if (slug === '') return 'person';
  return reservedSlugs.has(slug) ? `${slug}-person` : slug;
}

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

export function numberedSlug(slug: string, nth: number): string {
  return nth <= 1 ? slug : `${slug}-${nth}`;
}
