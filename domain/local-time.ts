import { fromAbsolute, parseDate, parseTime, toCalendarDateTime, toZoned } from '@internationalized/date';
import { type Instant, toDate } from './dates.ts';
import { isLocalDate } from './days.ts';

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

/** '2026-11-19T09:30[America/Halifax]', as in RFC 9557. */
export const zonedText = ({ date, time }: LocalTime, timeZone: string): string => `${date}T${time}[${timeZone}]`;

/** Returns the instant, ISO 8601, of what `zonedText` made. Returns any other text unchanged. */
export function instantOfZonedText(text: string): string {
  const [, date = '', time = '', zone = ''] = /^(.{10})T(.{5})\[(.{1,64})\]$/.exec(text) ?? [];
  if (!isLocalDate(date) || !isLocalTime(time) || !isTimeZone(zone)) return text;
  return localToInstant({ date, time }, zone).toISOString();
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

/** 'HH:mm', 00:00 to 23:59. */
export function isLocalTime(value: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
}

/** The zone by which times are shown: UTC for a name that is not known here, as in SQL. */
export const shownZone = (name: string): string => (isTimeZone(name) ? name : 'UTC');

/** Names come in any case. */
const timeZonesMax = 1_000;
const timeZones = new Set<string>();

/** IANA names only; offsets such as '+02:00' are refused. */
export function isTimeZone(name: string): boolean {
  if (timeZones.has(name)) return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    // Costly, and asked for each time that is shown or typed.
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    if (timeZones.size < timeZonesMax) timeZones.add(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
