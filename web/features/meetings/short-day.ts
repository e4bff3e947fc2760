import { type Instant, toDate, yearIn } from '../../../domain/dates.ts';

/** 'Dec 3' in the board's zone; in another year than now with that year, 'Jan 23, 2027'. */
export function shortDay(instant: Instant, at: { readonly timeZone: string; readonly now: Instant }): string {
  const isOtherYear = yearIn(instant, at.timeZone) !== yearIn(at.now, at.timeZone);
  return toDate(instant).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: at.timeZone,
    ...(isOtherYear ? { year: 'numeric' } : {}),
  });
}
