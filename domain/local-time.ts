import { fromAbsolute, parseDate, parseTime, toCalendarDateTime, toZoned } from '@internationalized/date';
import { type Instant, toDate } from './dates.ts';
import { isLocalDate } from './days.ts';
import { isKnownZone, zoneAt } from './time-zones.ts';

/** A wall-clock date and time, such as '2026-11-19' and '09:30'. */
export interface LocalTime {
  readonly date: string;
  readonly time: string;
}

/**
 * Moves a skipped time forward and uses the first occurrence of a repeated one (RFC 5545). Throws RangeError for
 * invalid input.
 */
export function localToInstant(local: LocalTime, timeZone: string): Date {
  if (!isKnownZone(timeZone)) throw new RangeError(`unknown time zone: ${timeZone}`);
  if (!isLocalDate(local.date)) throw new RangeError(`not a date: ${local.date}`);
  if (!isLocalTime(local.time)) throw new RangeError(`not a time: ${local.time}`);
  const dateTime = toCalendarDateTime(parseDate(local.date), parseTime(local.time));
  const instantBy = (at: Date): Date => toZoned(dateTime, zoneAt(at, timeZone), 'compatible').toDate();
  const near = instantBy(toZoned(dateTime, 'UTC').toDate());
  return zoneAt(near, timeZone) === timeZone ? near : instantBy(near);
}

/** For example, '2026-11-19T09:30[America/Halifax]' (RFC 9557). */
export const zonedText = ({ date, time }: LocalTime, timeZone: string): string => `${date}T${time}[${timeZone}]`;

/** Returns text in any other format unchanged. */
export function instantOfZonedText(text: string): string {
  const [, date = '', time = '', zone = ''] = /^(.{10})T(.{5})\[(.{1,64})\]$/.exec(text) ?? [];
  if (!isLocalDate(date) || !isLocalTime(time) || !isKnownZone(zone)) return text;
  return localToInstant({ date, time }, zone).toISOString();
}

export function instantToLocal(instant: Instant, timeZone: string): LocalTime {
  const zoned = fromAbsolute(toDate(instant).getTime(), zoneAt(toDate(instant), timeZone));
  const [date = '', time = ''] = toCalendarDateTime(zoned).toString().split('T');
  return { date, time: time.slice(0, 5) };
}

export function isLocalTime(value: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
}
