import { dayAfter, daysBetween, isLocalDate } from '#domain/local-time.ts';
import type { MeetingTimes } from '#domain/meeting-times.ts';

/**
 * What a date that is added begins with: the times of the one before, over as many days. On a day that is offered already it
 * is another time of that day, which is not known. `date`: '' where it is still to be entered.
 */
export function nextOption(options: readonly MeetingTimes[], date: string): MeetingTimes {
  const last = options.at(-1);
  const isAnotherTime = date !== '' && options.some((option) => option.date === date);
  if (last === undefined || isAnotherTime) return { date, end_date: '', start: '', end: '' };
  return { date, end_date: endDateOf(last, date), start: last.start, end: last.end };
}

function endDateOf(last: MeetingTimes, date: string): string {
  if (!isLocalDate(date) || !isLocalDate(last.date) || !isLocalDate(last.end_date)) return '';
  return dayAfter(date, daysBetween(last.date, last.end_date));
}
