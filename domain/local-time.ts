import { fromAbsolute, parseDate, parseTime, toCalendarDateTime, toZoned } from '@internationalized/date';
import { type Instant, toDate } from './dates.ts';

/** Wall-clock date and time of a time zone, and the instants they name. */
export interface LocalTime {
  /** '2026-11-19' */
  readonly date: string;
  /** '09:30', 24 hours */
  readonly time: string;
}

/**
 * The instant of a local date and time. A time that the clocks skip (spring) moves forward by the length of the gap;
 * a time that comes twice (autumn) is the first of the two. That is RFC 5545's reading, which calendars share.
 * Throws RangeError on a date, time or zone that does not exist.
 */
export function localToInstant(local: LocalTime, timeZone: string): Date {
  if (!isTimeZone(timeZone)) throw new RangeError(`unknown time zone: ${timeZone}`);
  if (!isLocalDate(local.date)) throw new RangeError(`not a date: ${local.date}`);
  if (!isLocalTime(local.time)) throw new RangeError(`not a time: ${local.time}`);
  const dateTime = toCalendarDateTime(parseDate(local.date), parseTime(local.time));
  return toZoned(dateTime, timeZone, 'compatible').toDate();
}

/** The wall clock of the zone at an instant, to the minute. */
export function instantToLocal(instant: Instant, timeZone: string): LocalTime {
  const zoned = fromAbsolute(toDate(instant).getTime(), timeZone);
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    date: `${String(zoned.year).padStart(4, '0')}-${two(zoned.month)}-${two(zoned.day)}`,
    time: `${two(zoned.hour)}:${two(zoned.minute)}`,
  };
}

/** The day so many days after a day, 'yyyy-MM-dd'; `days` may be negative. Throws RangeError on what is no day. */
export function dayAfter(date: string, days = 1): string {
  if (!isLocalDate(date)) throw new RangeError(`not a date: ${date}`);
  return parseDate(date).add({ days }).toString();
}

/** How many days lie between two days, 'yyyy-MM-dd'; 0 on the same. */
export function daysBetween(from: string, until: string): number {
  return parseDate(until).compare(parseDate(from));
}

/** A day of the calendar, 'yyyy-MM-dd', years 1 to 9999. */
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

/** True for an IANA time zone name that this runtime knows: 'America/Halifax'. Bare offsets such as '+02:00' are refused. */
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
