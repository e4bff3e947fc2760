import { validationMessages } from './messages.ts';
import { isPublicHost } from './public-host.ts';
import type { FieldError } from './validation.ts';

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
