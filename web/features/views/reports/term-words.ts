import { counted } from '#domain/counted.ts';
import { formatDate } from '#domain/dates.ts';
import { daysBetween } from '#domain/local-time.ts';

/** A day without a time, as the board wrote it. */
export const dayWords = (day: string): string => formatDate(`${day}T12:00:00Z`, 'UTC');

const soonDays = 365;

/** What is to be done about a term: 'Ended', 'Ends in 23 days', 'Ends in 7 months'; null while there is time. */
export function termWords(end: string, today: string): { readonly text: string; readonly isOver: boolean } | null {
  const days = daysBetween(today, end);
  if (days < 0) return { text: 'Ended', isOver: true };
  if (days > soonDays) return null;
  if (days === 0) return { text: 'Ends today', isOver: false };
  const left = days < 60 ? counted(days, 'day') : counted(Math.floor(days / 30.4), 'month');
  return { text: `Ends in ${left}`, isOver: false };
}
