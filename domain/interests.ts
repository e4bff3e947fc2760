import { isoDate } from './dates.ts';
import { dayAfter, monthsAfter } from './days.ts';

const monthOrYear = /^(19|20|21)\d\d(-(0[1-9]|1[0-2]))?$/;

export const isMonthOrYear = (text: string): boolean => monthOrYear.test(text);

/** Accepts '2009', '4/2024' and '2024-04'. Returns other text unchanged. */
export function readMonthOrYear(typed: string): string {
  const text = typed.trim();
  const [, month, year] = /^(\d{1,2})\s*[/.]\s*(\d{4})$/.exec(text) ?? [];
  return month === undefined ? text : `${year}-${month.padStart(2, '0')}`;
}

/** For example, '2009' or '4/2024'. */
export function formatMonthOrYear(value: string): string {
  const [year = '', month] = value.split('-');
  return month === undefined ? year : `${Number(month)}/${year}`;
}

/** Compares at the coarser precision, so 2024 is not before 4/2024. */
export function isEarlier(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length) < other.slice(0, length);
}

interface InterestAnswers {
  readonly confirmedAt: Date | null;
  readonly declaredAt: Date | null;
  readonly askedAt: Date | null;
  readonly sinceAt: Date;
}

interface Rhythm {
  readonly months: number;
  readonly timeZone: string;
}

/** Returns null if the member is never asked about their interests. */
export function interestsAskedOn(of: InterestAnswers, { months, timeZone }: Rhythm): string | null {
  if (months === 0) return null;
  const times = [of.confirmedAt ?? of.declaredAt, of.askedAt].filter((time) => time !== null);
  if (times.length === 0) return dayAfter(isoDate(of.sinceAt, timeZone));
  const last = new Date(Math.max(...times.map((time) => time.getTime())));
  return monthsAfter(isoDate(last, timeZone), months);
}

export const confirmedUntil = (confirmedAt: Date, { months, timeZone }: Rhythm): string | null =>
  months === 0 ? null : monthsAfter(isoDate(confirmedAt, timeZone), months);
