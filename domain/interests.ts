import { isoDate } from './dates.ts';
import { dayAfter, monthsAfter } from './days.ts';

/** `2009` or `2009-04`. */
const monthOrYear = /^(19|20|21)\d\d(-(0[1-9]|1[0-2]))?$/;

export const isMonthOrYear = (text: string): boolean => monthOrYear.test(text);

/** As people write it: '2009', '4/2024', '2024-04'. Anything else stays as it is. */
export function readMonthOrYear(typed: string): string {
  const text = typed.trim();
  const [, month, year] = /^(\d{1,2})\s*[/.]\s*(\d{4})$/.exec(text) ?? [];
  return month === undefined ? text : `${year}-${month.padStart(2, '0')}`;
}

/** '2009', '4/2024' */
export function formatMonthOrYear(value: string): string {
  const [year = '', month] = value.split('-');
  return month === undefined ? year : `${Number(month)}/${year}`;
}

/** By what both tell: 2024 is not before 4/2024. */
export function isEarlier(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length) < other.slice(0, length);
}

/** Of one member; null: never. */
export interface InterestAnswers {
  readonly confirmedAt: Date | null;
  /** Their own last wording: whoever has just declared is not asked for it. */
  readonly declaredAt: Date | null;
  readonly askedAt: Date | null;
  /** On the board, and the board keeps a register. */
  readonly sinceAt: Date | null;
}

interface Rhythm {
  /** 0: nobody is asked. */
  readonly months: number;
  readonly timeZone: string;
}

/** The day (`yyyy-MM-dd`) from which a member is asked to confirm; null: never. */
export function interestsAskedOn(of: InterestAnswers, { months, timeZone }: Rhythm): string | null {
  if (months === 0 || of.sinceAt === null) return null;
  const times = [of.confirmedAt ?? of.declaredAt, of.askedAt].filter((time) => time !== null);
  if (times.length === 0) return dayAfter(isoDate(of.sinceAt, timeZone));
  const last = new Date(Math.max(...times.map((time) => time.getTime())));
  return monthsAfter(isoDate(last, timeZone), months);
}

/** The day until which a confirmation is good; null: for ever. */
export const confirmedUntil = (confirmedAt: Date, { months, timeZone }: Rhythm): string | null =>
  months === 0 ? null : monthsAfter(isoDate(confirmedAt, timeZone), months);
