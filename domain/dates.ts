import { zoneAt } from './time-zones.ts';

/** Formats times in the board's time zone, always in en-US so that server, browser, mail and PDF agree. */

export type Instant = Date | string;

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formatters are costly to create, so they are cached. */
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

/** Recent locale data has a narrow no-break space before AM and PM, which is replaced. */
function format(instant: Instant, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const at = toDate(instant);
  return formatter(options, { at, timeZone })
    .format(at)
    .replace(/[\u202f\u00a0]/g, ' ');
}

const timeOptions: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', hour12: true };

/** '9:30 AM' */
export function formatTime(instant: Instant, timeZone: string): string {
  return format(instant, timeZone, timeOptions);
}

/** '11/12/2026 at 9:05 AM' */
export function formatDocumentTime(instant: Instant, timeZone: string): string {
  const date = format(instant, timeZone, { year: 'numeric', month: 'numeric', day: 'numeric' });
  return `${date} at ${formatTime(instant, timeZone)}`;
}

/** '11/12/26' */
export function formatListDate(instant: Instant, timeZone: string): string {
  return format(instant, timeZone, { year: '2-digit', month: 'numeric', day: 'numeric' });
}

/** '11/12/2026' */
export function formatDate(instant: Instant, timeZone: string): string {
  return format(instant, timeZone, { year: 'numeric', month: 'numeric', day: 'numeric' });
}

/** 'Thursday, November 19, 2026' */
export function formatHeadingDate(instant: Instant, timeZone: string): string {
  return format(instant, timeZone, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });
}

export const formatHeadingDay = (day: string): string => formatHeadingDate(`${day}T12:00:00Z`, 'UTC');

/** Tried in this order; each knows the abbreviations of its region. */
const abbreviationLocales = ['en-US', 'en-CA', 'en-GB', 'en-AU', 'en-NZ', 'en-IN', 'en-ZA', 'en-IE'] as const;

/** 'AST', 'BST', 'AEDT', otherwise the offset 'GMT+9'. No single locale knows all abbreviations. */
export function zoneAbbreviation(instant: Instant, timeZone: string): string {
  const at = toDate(instant);
  let first = '';
  for (const locale of abbreviationLocales) {
    const parts = formatter({ timeZoneName: 'short' }, { at, timeZone }, locale).formatToParts(at);
    const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
    if (/^[A-Z]{2,5}$/.test(name)) return name;
    first ||= name;
  }
  return first;
}

export function formatTimeWithZone(instant: Instant, timeZone: string): string {
  return `${formatTime(instant, timeZone)} ${zoneAbbreviation(instant, timeZone)}`;
}

/** Adds the zone if the reader's own clock differs: '9:30 AM AST'. */
export function formatTimeFor(instant: Instant, timeZone: string, readersZone: string): string {
  const isTheirs = formatDocumentTime(instant, timeZone) === formatDocumentTime(instant, readersZone);
  return isTheirs ? formatTime(instant, timeZone) : formatTimeWithZone(instant, timeZone);
}

/** '9:30 AM – 12:00 PM AST', with dates or both zones if start and end differ in them. */
export function formatTimeRange(start: Instant, end: Instant, timeZone: string): string {
  const sameDay = formatDate(start, timeZone) === formatDate(end, timeZone);
  const sameZone = zoneAbbreviation(start, timeZone) === zoneAbbreviation(end, timeZone);
  const from = sameZone ? formatTime(start, timeZone) : formatTimeWithZone(start, timeZone);
  const until = formatTimeWithZone(end, timeZone);
  return sameDay ? `${from} – ${until}` : `${from} – ${formatDate(end, timeZone)}, ${until}`;
}

export interface DateBlock {
  readonly weekday: string;
  readonly day: string;
  readonly monthAndYear: string;
  readonly iso: string;
}

export function dateBlock(instant: Instant, timeZone: string): DateBlock {
  return {
    weekday: format(instant, timeZone, { weekday: 'long' }),
    day: format(instant, timeZone, { day: 'numeric' }),
    monthAndYear: format(instant, timeZone, { month: 'long', year: 'numeric' }),
    iso: isoDate(instant, timeZone),
  };
}

export function isoDate(instant: Instant, timeZone: string): string {
  const at = toDate(instant);
  const parts = formatter({ year: 'numeric', month: '2-digit', day: '2-digit' }, { at, timeZone }).formatToParts(at);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

export function yearIn(instant: Instant, timeZone: string): number {
  return Number(isoDate(instant, timeZone).slice(0, 4));
}

const millisecondsPerDay = 86_400_000;

/** 'today', 'tomorrow', 'in 3 days', 'yesterday', '3 days ago', by calendar days of the zone. */
export function relativeDay(instant: Instant, now: Instant, timeZone: string): string {
  const days = (Date.parse(isoDate(instant, timeZone)) - Date.parse(isoDate(now, timeZone))) / millisecondsPerDay;
  return new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' }).format(Math.round(days), 'day');
}
