import ipaddr from 'ipaddr.js';
import { validationMessages } from './messages/general.ts';
import type { FieldError } from './validation.ts';

/** Expects the `hostname` of a parsed URL, in which every spelling of an IP address is normalised. */
function isPublicHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[')) return isPublicAddress(host.slice(1, -1));
  if (ipaddr.IPv4.isValidFourPartDecimal(host)) return isPublicAddress(host);
  return isPublicName(host);
}

/** Endings of local names (RFC 6761, 6762, 8375, 9476). */
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

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Rejects IPv6 addresses that contain an IPv4 address, such as mapped ones, because that one may be private. */
export function isPublicAddress(text: string): boolean {
  const address = ipaddr.parse(text);
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(globalUnicast));
}

/** Browsers and mail programs may not support longer addresses. */
export const urlCharactersMax = 2048;

/** Returns null unless the address is public, uses http or https, and contains no credentials. */
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

/** Adds the scheme that copied links often lack: `teams.microsoft.com/l/…`. */
export const withHttps = (text: string): string => {
  const link = text.trim();
  return /^([a-z0-9-]+\.)+[a-z]{2,}(:\d+)?([/?#]|$)/i.test(link) ? `https://${link}` : link;
};
