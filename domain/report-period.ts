import { dayAfter, daysBetween, isLocalDate } from './local-time.ts';

/** Days of the board's time zone, `yyyy-MM-dd`, both included; null: without an end on that side. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** What a report's address says of the period; anybody may have typed it. */
export interface PeriodAddress {
  /** A year, `all` or `custom`; without one, the twelve months that end today. */
  readonly period?: string | undefined;
  /** Of `custom`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const lastTwelveMonths = '12-months';

/** The period that an address names; what it does not name right is the one that reports begin with. */
export function readPeriod(address: PeriodAddress): string {
  const { period } = address;
  if (period === 'all' || period === 'custom') return period;
  return period !== undefined && /^(19|20|21)\d\d$/.test(period) ? period : lastTwelveMonths;
}

export function daysOfPeriod(address: PeriodAddress, today: string): DayRange {
  const period = readPeriod(address);
  if (period === 'all') return { from: null, to: null };
  if (period === 'custom') return { from: dayOrNull(address.from), to: dayOrNull(address.to) };
  if (period === lastTwelveMonths) return { from: dayAfter(sameDayOfLastYear(today)), to: today };
  return { from: `${period}-01-01`, to: `${period}-12-31` };
}

const dayOrNull = (day: string | undefined): string | null => (day !== undefined && isLocalDate(day) ? day : null);

function sameDayOfLastYear(today: string): string {
  const day = `${String(Number(today.slice(0, 4)) - 1).padStart(4, '0')}${today.slice(4)}`;
  return isLocalDate(day) ? day : `${day.slice(0, 8)}28`;
}

export type BucketUnit = 'week' | 'month' | 'year';

/** Beyond so many days of weeks, months are counted, and beyond those years: a plot has no more columns than can be read. */
const daysOfWeeksMax = 100;
const daysOfMonthsMax = 1_130;

export function unitOf(from: string, to: string): BucketUnit {
  const days = daysBetween(from, to) + 1;
  if (days <= daysOfWeeksMax) return 'week';
  return days <= daysOfMonthsMax ? 'month' : 'year';
}

/** The first day of the week (Monday), month or year of a day. */
export function bucketOf(day: string, unit: BucketUnit): string {
  if (unit === 'year') return `${day.slice(0, 4)}-01-01`;
  if (unit === 'month') return `${day.slice(0, 7)}-01`;
  const sunday0 = new Date(`${day}T00:00:00Z`).getUTCDay();
  return dayAfter(day, -((sunday0 + 6) % 7));
}

/** First days of all the weeks, months or years that a range touches, in their order; empty where the range is. */
export function bucketsOf(from: string, to: string, unit: BucketUnit): readonly string[] {
  const buckets: string[] = [];
  const last = bucketOf(to, unit);
  for (let day = bucketOf(from, unit); day <= last; day = nextBucket(day, unit)) buckets.push(day);
  return buckets;
}

/** The first day after a week, month or year that begins on `day`. */
function nextBucket(day: string, unit: BucketUnit): string {
  if (unit === 'week') return dayAfter(day, 7);
  return bucketOf(dayAfter(day, unit === 'month' ? 31 : 366), unit);
}
