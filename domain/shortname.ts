import { shortnameMessages } from './messages.ts';
import { hyphenated } from './slug.ts';
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
