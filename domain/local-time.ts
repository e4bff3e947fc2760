import { fromAbsolute, parseDate, parseTime, toCalendarDateTime, toZoned } from '@internationalized/date';
import { type Instant, toDate } from './dates.ts';

/** A wall-clock date and time. */
export interface LocalTime {
  /** '2026-11-19' */
  readonly date: string;
  /** '09:30' */
  readonly time: string;
}

/**
 * As RFC 5545: a skipped time moves forward by the gap, a repeated time is the first. Throws RangeError for an invalid
 * date, time or zone.
 */
export function localToInstant(local: LocalTime, timeZone: string): Date {
  if (!isTimeZone(timeZone)) throw new RangeError(`unknown time zone: ${timeZone}`);
  if (!isLocalDate(local.date)) throw new RangeError(`not a date: ${local.date}`);
  if (!isLocalTime(local.time)) throw new RangeError(`not a time: ${local.time}`);
  const dateTime = toCalendarDateTime(parseDate(local.date), parseTime(local.time));
  return toZoned(dateTime, timeZone, 'compatible').toDate();
}

/** To the minute. */
export function instantToLocal(instant: Instant, timeZone: string): LocalTime {
  const zoned = fromAbsolute(toDate(instant).getTime(), timeZone);
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    date: `${String(zoned.year).padStart(4, '0')}-${two(zoned.month)}-${two(zoned.day)}`,
    time: `${two(zoned.hour)}:${two(zoned.minute)}`,
  };
}

/** 'yyyy-MM-dd'; `days` may be negative. Throws RangeError for an invalid day. */
export function dayAfter(date: string, days = 1): string {
  if (!isLocalDate(date)) throw new RangeError(`not a date: ${date}`);
  return parseDate(date).add({ days }).toString();
}

/** 'yyyy-MM-dd'; 0 for the same day. */
export function daysBetween(from: string, until: string): number {
  return parseDate(until).compare(parseDate(from));
}

/** 'yyyy-MM-dd', years 1 to 9999. */
export function isLocalDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (!match || match[1] === '0000') return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** 'HH:mm', 00:00 to 23:59. */
export function isLocalTime(value: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
}

/** IANA names only; offsets such as '+02:00' are refused. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
