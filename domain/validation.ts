import { validationMessages } from './messages/general.ts';

/** A null result means that the value is valid. */
export type FieldError = string | null;

const showsNothing =
  /^[\s\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{16fe4}\u{1d159}]*$/u;

export function isBlank(text: string): boolean {
  return showsNothing.test(text);
}

export function isMissing(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return isBlank(value);
  if (Array.isArray(value)) return value.length === 0;
  if (value instanceof Date) return false;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

export function requiredError(value: unknown): FieldError {
  return isMissing(value) ? validationMessages.required : null;
}

export const characterCount = (text: string): number => [...text].length;

export function maxLengthError(text: string, max: number): FieldError {
  return characterCount(text) > max ? validationMessages.maxLength(max) : null;
}

export function firstError(...errors: readonly FieldError[]): FieldError {
  return errors.find((error) => error !== null) ?? null;
}

/** Ignores case and surrounding spaces. */
export const duplicateErrors = (values: readonly string[]): readonly FieldError[] =>
  repetitionErrors(values.map((value) => value.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()));

/** Marks each key that occurred before. Empty keys are not compared. */
export function repetitionErrors(keys: readonly string[]): readonly FieldError[] {
  const seen = new Set<string>();
  return keys.map((key) => {
    if (key === '') return null;
    if (seen.has(key)) return validationMessages.duplicate;
    seen.add(key);
    return null;
  });
}

/** RFC 5321, section 4.5.3.1. */
export const emailCharactersMax = 254;

/** Any script is allowed before the @ (RFC 6531). */
const emailPattern =
  /^[\p{L}\p{M}\p{N}\w!#$%&'*+/=?^`{|}~-]+(\.[\p{L}\p{M}\p{N}\w!#$%&'*+/=?^`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/iu;

/** Expects the result of `storedEmail`. Rejects quoted names and address literals. */
export function isEmail(text: string): boolean {
  return text.length <= emailCharactersMax && text.indexOf('@') <= 64 && emailPattern.test(text);
}

/** Arabic and Indic words need joiners. Joiners next to ASCII letters are left over from copying. */
const invisibleInEmail = /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?<![^\0-\x7f])[\u200c\u200d]/gu;

export function storedEmail(text: string): string {
  const plain = text.normalize('NFKC').replaceAll(invisibleInEmail, '').trim().normalize('NFKC');
  const [, local = '', domain = ''] = /^(.+)@([\p{L}\p{M}\p{N}\p{Cf}.。．｡-]+)$/u.exec(plain) ?? [];
  if (!/[^\0-\x7f]/.test(domain)) return plain;
  const address = `http://${domain}`;
  return URL.canParse(address) ? `${local}@${new URL(address).hostname}` : plain;
}

export function emailError(text: string): FieldError {
  return text.trim() === '' || isEmail(storedEmail(text)) ? null : validationMessages.email;
}

/** Converts letter by letter like PostgreSQL, because `toLowerCase` uses a different sigma at the end of a word. */
export function normaliseEmail(text: string): string {
  return Array.from(storedEmail(text), (letter) => letter.toLowerCase()).join('');
}

export function meetingInstantError(given: unknown): string {
  if (isMissing(given) || typeof given !== 'string') return validationMessages.meetingTimeMissing;
  if (/^\d{4}-\d{2}-\d{2}$/.test(given)) return validationMessages.meetingTimeMissing;
  return /^T?\d{1,2}:\d{2}/.test(given) ? validationMessages.meetingDateMissing : validationMessages.notADate;
}
