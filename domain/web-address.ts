import { validationMessages } from './messages/general.ts';
import type { FieldError } from './validation.ts';

/**
 * Whether a host can be a public one (specification 5: 'The URL check rejects private-range addresses'). It is given
 * the `hostname` of a parsed URL: the WHATWG parser has then turned every spelling of an IPv4 address (127.1,
 * 2130706433, 0x7f000001, 0177.0.0.1, full-width digits) into four decimals and every IPv6 address into its short form.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[')) return isPublicIpv6(host.slice(1, -1));
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isPublicIpv4(ipv4Number(host));
  return isPublicName(host);
}

/** A name of one label is answered by the local network, and these endings are kept for it (RFC 6761, 6762, 8375, 9476). */
const privateEndings = [
  'localhost',
  'local',
  'internal',
  'home.arpa',
  'lan',
  'intranet',
  'corp',
  'home',
  'test',
  'alt',
];
const labelPattern = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

function isPublicName(host: string): boolean {
  const labels = host.split('.');
  return (
    host.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => labelPattern.test(label)) &&
    !privateEndings.some((ending) => host === ending || host.endsWith(`.${ending}`))
  );
}

/** First address and prefix length of what is not public (IANA's special-purpose registry). */
const specialIpv4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

function isPublicIpv4(address: number): boolean {
  return !specialIpv4.some(([first, prefix]) => {
    const blockSize = 2 ** (32 - prefix);
    return Math.floor(address / blockSize) === Math.floor(ipv4Number(first) / blockSize);
  });
}

function ipv4Number(dotted: string): number {
  return dotted.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

/**
 * Only global unicast (2000::/3) is public; loopback, mapped IPv4, NAT64, fc00::/7 and fe80::/10 all lie outside.
 * Within it, documentation and Teredo addresses are refused, and 6to4 is judged by the IPv4 address it carries.
 */
function isPublicIpv6(address: string): boolean {
  const groups = ipv6Groups(address);
  const [first = 0, second = 0, third = 0] = groups;
  if (first < 0x2000 || first > 0x3fff) return false;
  if (first === 0x2001 && (second === 0 || second === 0xdb8)) return false;
  if (first === 0x3fff && second < 0x1000) return false;
  return first !== 0x2002 || isPublicIpv4(second * 65_536 + third);
}

function ipv6Groups(address: string): readonly number[] {
  const [head = '', tail] = address.split('::');
  const numbers = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  if (tail === undefined) return numbers(head);
  const before = numbers(head);
  const after = numbers(tail);
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** Characters; what browsers and mail programs are known to carry. */
export const urlCharactersMax = 2048;

/**
 * The normal form of a public web address, or `null`. Only http and https, written out in full; no user name or
 * password in it, no blanks or control characters (which URL parsers silently drop), no private host.
 */
export function publicWebAddress(text: string): string | null {
  const address = text.trim();
  if (address.length > urlCharactersMax || !/^https?:\/\/[^\s\\\p{Cc}\p{Cf}\p{Cs}]+$/iu.test(address)) return null;
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return null;
  return isPublicHost(url.hostname) ? url.href : null;
}

/** Specification 5, URL field: an empty one passes, whether it is required is `requiredError`'s question. */
export function urlError(text: string): FieldError {
  return text.trim() === '' || publicWebAddress(text) !== null ? null : validationMessages.url;
}
