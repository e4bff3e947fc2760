import { validationMessages } from './messages/general.ts';
import type { FieldError } from './validation.ts';

/** Takes the `hostname` of a parsed URL: the WHATWG parser normalises every spelling of an IP address. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[')) return isPublicIpv6(host.slice(1, -1));
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isPublicIpv4(ipv4Number(host));
  return isPublicName(host);
}

/** Local names: single labels, and these endings (RFC 6761, 6762, 8375, 9476). */
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

/** From IANA's special-purpose registry. */
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

/** Only 2000::/3 is public, without documentation and Teredo; 6to4 is judged by its IPv4 address. */
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

/** What browsers and mail programs handle. */
export const urlCharactersMax = 2048;

/** Only http and https; no credentials, spaces, control characters or private hosts. Null otherwise. */
export function publicWebAddress(text: string): string | null {
  const address = text.trim();
  if (address.length > urlCharactersMax || !/^https?:\/\/[^\s\\\p{Cc}\p{Cf}\p{Cs}]+$/iu.test(address)) return null;
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return null;
  return isPublicHost(url.hostname) ? url.href : null;
}

export function urlError(text: string): FieldError {
  return text.trim() === '' || publicWebAddress(text) !== null ? null : validationMessages.url;
}
