import { shortnameMessages } from './messages/boards.ts';
import type { FieldError } from './validation.ts';

/** Characters; a shortname is one DNS label (RFC 1123, 2.1; product 3: 'DNS labels, some reserved'). */
export const shortnameCharactersMax = 63;

/** Names that a host of the installation may need, or that would pass for the operator's own pages. */
export const reservedShortnames: ReadonlySet<string> = new Set([
  'www',
  'app',
  'api',
  'ajax',
  'admin',
  'administrator',
  'root',
  'mail',
  'smtp',
  'imap',
  'pop',
  'mx',
  'ns',
  'ns1',
  'ns2',
  'dns',
  'ftp',
  'ssh',
  'vpn',
  'cdn',
  'assets',
  'static',
  'files',
  'media',
  'status',
  'health',
  'support',
  'help',
  'docs',
  'blog',
  'news',
  'login',
  'logout',
  'setup',
  'account',
  'accounts',
  'auth',
  'sso',
  'secure',
  'security',
  'billing',
  'plans',
  'pricing',
  'contact',
  'demo',
  'test',
  'staging',
  'dev',
  'internal',
  'local',
  'localhost',
  'webmail',
  'autodiscover',
  'autoconfig',
  'wpad',
  'isatap',
  'postmaster',
  'abuse',
  'noreply',
  'dais',
  'board',
  'boards',
  'suspended',
]);

/** How shortnames are compared and stored. */
export function normaliseShortname(text: string): string {
  return text.trim().toLowerCase();
}

/** Lower-case letters, digits and inner hyphens. A hyphen pair in third place marks encoded names (RFC 5891) and is refused. */
export function isShortname(text: string): boolean {
  return /^(?!..--)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text);
}

/** Characters of a shortname that is made from a title. */
const madeCharactersMax = 40;

/** A shortname from a board's title: 'Comité Général' gives 'comite-general'; 'my-board' for a title without Latin letters. */
export function boardShortname(title: string): string {
  const made = hyphenated(title, madeCharactersMax);
  if (made === '') return 'my-board';
  return reservedShortnames.has(made) ? `board-${made}` : made;
}

/** The complaint about an entered shortname; whether another board has it is the database's question. */
export function shortnameError(text: string): FieldError {
  const shortname = normaliseShortname(text);
  if (!isShortname(shortname)) return shortnameMessages.format;
  return reservedShortnames.has(shortname) ? shortnameMessages.reserved : null;
}

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
