import { zoneAt } from './time-zones.ts';

/**
 * Times are formatted in the board's zone and style, always in English, so that server, browser, mail and PDF agree.
 */

export type Instant = Date | string;

/** `mdy`: 12/3/2026, 9:30 AM. `dmy`: 3/12/2026, 09:30. `iso`: 2026-12-03, 09:30. */
export const dateStyles = ['mdy', 'dmy', 'iso'] as const;
export type DateStyle = (typeof dateStyles)[number];

export interface BoardClock {
  readonly timeZone: string;
  readonly dateStyle: DateStyle;
}

export type Zone = string | BoardClock;

let pageStyle: DateStyle = 'mdy';

/**
 * Only the browser calls this function, because a page shows only one board. The server passes a `BoardClock` instead.
 */
export function adoptDateStyle(style: DateStyle): void {
  pageStyle = style;
}

const styleOf = (zone: Zone): DateStyle => (typeof zone === 'string' ? pageStyle : zone.dateStyle);
export const timeZoneOf = (zone: Zone): string => (typeof zone === 'string' ? zone : zone.timeZone);

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(
  options: Intl.DateTimeFormatOptions,
  { at, timeZone: name }: { readonly at: Date; readonly timeZone: string },
  locale = 'en-US',
): Intl.DateTimeFormat {
  const timeZone = zoneAt(at, name);
  const key = `${locale}|${timeZone}|${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone });
  formatters.set(key, made);
  return made;
}

export function toDate(instant: Instant): Date {
  const date = typeof instant === 'string' ? new Date(instant) : instant;
  if (Number.isNaN(date.getTime())) throw new RangeError(`not an instant: ${String(instant)}`);
  return date;
}

/** Replaces the narrow no-break space that recent locale data has before AM and PM. */
function format(instant: Instant, zone: Zone, options: Intl.DateTimeFormatOptions): string {
  const at = toDate(instant);
  return formatter(options, { at, timeZone: timeZoneOf(zone) })
    .format(at)
    .replace(/[\u202f\u00a0]/g, ' ');
}

const timeOptions = {
  mdy: { hour: 'numeric', minute: '2-digit', hour12: true },
  dmy: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  iso: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const;

/** For example, '9:30 AM' or '09:30'. */
export function formatTime(instant: Instant, zone: Zone): string {
  return format(instant, zone, timeOptions[styleOf(zone)]);
}

/** For example, '11/12/2026 at 9:05 AM'. */
export function formatDocumentTime(instant: Instant, zone: Zone): string {
  return `${formatDate(instant, zone)} at ${formatTime(instant, zone)}`;
}

/** For example, '11/12/26', '12/11/26' or '2026-11-12'. */
export function formatListDate(instant: Instant, zone: Zone): string {
  return numericDate(instant, zone, '2-digit');
}

/** For example, '11/12/2026', '12/11/2026' or '2026-11-12'. */
export function formatDate(instant: Instant, zone: Zone): string {
  return numericDate(instant, zone, 'numeric');
}

function numericDate(instant: Instant, zone: Zone, year: '2-digit' | 'numeric'): string {
  const style = styleOf(zone);
  if (style === 'iso') return isoDate(instant, zone);
  const date = format(instant, zone, { year, month: 'numeric', day: 'numeric' });
  return style === 'mdy' ? date : date.replace(/^(\d+)\/(\d+)/, '$2/$1');
}

/** For example, 'Thursday, November 19, 2026' or 'Thursday 19 November 2026'. */
export function formatHeadingDate(instant: Instant, zone: Zone): string {
  const weekday = format(instant, zone, { weekday: 'long' });
  return `${weekday}${styleOf(zone) === 'mdy' ? ',' : ''} ${formatLongDate(instant, zone)}`;
}

/** For example, 'November 19, 2026' or '19 November 2026'. */
export function formatLongDate(instant: Instant, zone: Zone): string {
  return dayFirst(format(instant, zone, { year: 'numeric', month: 'long', day: 'numeric' }), zone);
}

/** For example, 'Nov 19' or '19 Nov'. With `withYear`, 'Nov 19, 2026' or '19 Nov 2026'. */
export function formatShortDate(instant: Instant, zone: Zone, { withYear = false } = {}): string {
  return dayFirst(
    format(instant, zone, { month: 'short', day: 'numeric', ...(withYear && { year: 'numeric' }) }),
    zone,
  );
}

const dayFirst = (date: string, zone: Zone): string =>
  styleOf(zone) === 'mdy' ? date : date.replace(/^(\p{L}+) (\d+),?/u, '$2 $1');

export const formatHeadingDay = (day: string, zone: Zone = 'UTC'): string =>
  formatHeadingDate(noonOf(day), inUtc(zone));
export const formatLongDay = (day: string, zone: Zone = 'UTC'): string => formatLongDate(noonOf(day), inUtc(zone));
export const formatShortDay = (day: string, options?: { readonly withYear: boolean }): string =>
  formatShortDate(noonOf(day), 'UTC', options);

const noonOf = (day: string): string => `${day}T12:00:00Z`;
const inUtc = (zone: Zone): Zone => (typeof zone === 'string' ? 'UTC' : { ...zone, timeZone: 'UTC' });

/** Tried in turn, because each locale has abbreviations only for its own region. */
const abbreviationLocales = ['en-US', 'en-CA', 'en-GB', 'en-AU', 'en-NZ', 'en-IN', 'en-ZA', 'en-IE'] as const;

/** For example, 'AST', 'BST' or 'AEDT', otherwise the offset, such as 'GMT+9'. */
export function zoneAbbreviation(instant: Instant, zone: Zone): string {
  const at = toDate(instant);
  const timeZone = timeZoneOf(zone);
  let first = '';
  for (const locale of abbreviationLocales) {
    const parts = formatter({ timeZoneName: 'short' }, { at, timeZone }, locale).formatToParts(at);
    const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
    if (/^[A-Z]{2,5}$/.test(name)) return name;
    first ||= name;
  }
  return first;
}

export function formatTimeWithZone(instant: Instant, zone: Zone): string {
  return `${formatTime(instant, zone)} ${zoneAbbreviation(instant, zone)}`;
}

/** Adds the time zone if the reader's clock differs, for example '9:30 AM AST'. */
export function formatTimeFor(instant: Instant, zone: Zone, readersZone: string): string {
  const readers = typeof zone === 'string' ? readersZone : { ...zone, timeZone: readersZone };
  const isTheirs = formatDocumentTime(instant, zone) === formatDocumentTime(instant, readers);
  return isTheirs ? formatTime(instant, zone) : formatTimeWithZone(instant, zone);
}

/** For example, '9:30 AM – 12:00 PM AST'. */
export function formatTimeRange(start: Instant, end: Instant, zone: Zone): string {
  const sameDay = formatDate(start, zone) === formatDate(end, zone);
  const sameZone = zoneAbbreviation(start, zone) === zoneAbbreviation(end, zone);
  const from = sameZone ? formatTime(start, zone) : formatTimeWithZone(start, zone);
  const until = formatTimeWithZone(end, zone);
  return sameDay ? `${from} – ${until}` : `${from} – ${formatDate(end, zone)}, ${until}`;
}

export interface DateBlock {
  readonly weekday: string;
  readonly day: string;
  readonly monthAndYear: string;
  readonly iso: string;
}

export function dateBlock(instant: Instant, zone: Zone): DateBlock {
  return {
    weekday: format(instant, zone, { weekday: 'long' }),
    day: format(instant, zone, { day: 'numeric' }),
    monthAndYear: format(instant, zone, { month: 'long', year: 'numeric' }),
    iso: isoDate(instant, zone),
  };
}

export function isoDate(instant: Instant, zone: Zone): string {
  const at = toDate(instant);
  const parts = formatter(
    { year: 'numeric', month: '2-digit', day: '2-digit' },
    { at, timeZone: timeZoneOf(zone) },
  ).formatToParts(at);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

export function yearIn(instant: Instant, zone: Zone): number {
  return Number(isoDate(instant, zone).slice(0, 4));
}

const millisecondsPerDay = 86_400_000;

/** For example, 'today', 'tomorrow', 'in 3 days' or '3 days ago'. */
export function relativeDay(instant: Instant, now: Instant, zone: Zone): string {
  const days = (Date.parse(isoDate(instant, zone)) - Date.parse(isoDate(now, zone))) / millisecondsPerDay;
  return new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' }).format(Math.round(days), 'day');
}
