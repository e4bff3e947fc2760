import { validationMessages } from './messages/general.ts';

/**
 * Field rules of specification 5. Each gives the message to show under the field, or `null` when the value passes.
 * Except for `requiredError`, an empty text passes: whether a field may be empty is that rule's question alone.
 */
export type FieldError = string | null;

/**
 * What shows nothing although it is no whitespace: control and format characters (bidirectional overrides, zero-width
 * joiners), what Unicode lets a renderer ignore (soft hyphens, Hangul fillers, variation selectors), and the few
 * symbols that are drawn empty.
 */
const showsNothing =
  /^[\s\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{16fe4}\u{1d159}]*$/u;

/** Whether a reader would see nothing of it: a name or a title has to show something. */
export function isBlank(text: string): boolean {
  return showsNothing.test(text);
}

/** Nothing, blank text, an empty list and an object without entries are missing; `0` and `false` are values. */
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

/** Characters are counted as people do, by code point: an emoji outside the basic plane is one, not two. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

export function minLengthError(text: string, min: number): FieldError {
  return text !== '' && characterCount(text) < min ? validationMessages.minLength(min) : null;
}

/** A text of exactly `max` characters passes. */
export function maxLengthError(text: string, max: number): FieldError {
  return characterCount(text) > max ? validationMessages.maxLength(max) : null;
}

/** The first complaint of several rules about one field. */
export function firstError(...errors: readonly FieldError[]): FieldError {
  return errors.find((error) => error !== null) ?? null;
}

/** One message per value, on every value that repeats an earlier one; blanks and letter case do not count. */
export function duplicateErrors(values: readonly string[]): readonly FieldError[] {
  const seen = new Set<string>();
  return values.map((value) => {
    const key = value.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
    if (key === '') return null;
    if (seen.has(key)) return validationMessages.duplicate;
    seen.add(key);
    return null;
  });
}

/** Characters of an address that SMTP can carry (RFC 5321, 4.5.3.1). */
export const emailCharactersMax = 254;

const emailPattern =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/i;

/** An ordinary address with a domain of at least two labels; quoted names and address literals are refused. */
export function isEmail(text: string): boolean {
  return text.length <= emailCharactersMax && text.indexOf('@') <= 64 && emailPattern.test(text);
}

export function emailError(text: string): FieldError {
  return text.trim() === '' || isEmail(text.trim()) ? null : validationMessages.email;
}

/** How addresses are stored and compared: trimmed, lower case. */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * What is wrong with the start or end of a meeting that is no instant ('2027-03-04T14:00:00Z'): a date that lacks its
 * time, a time that lacks its date, or neither.
 */
export function meetingInstantError(given: unknown): string {
  if (isMissing(given) || typeof given !== 'string') return validationMessages.meetingTimeMissing;
  if (/^\d{4}-\d{2}-\d{2}$/.test(given)) return validationMessages.meetingTimeMissing;
  return /^T?\d{1,2}:\d{2}/.test(given) ? validationMessages.meetingDateMissing : validationMessages.notADate;
}
