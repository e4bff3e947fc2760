import { isoDate } from './dates.ts';
import { dayAfter } from './days.ts';
import { writtenHoursMax } from './deciding.ts';
import { localToInstant } from './local-time.ts';

const hourMs = 3_600_000;
const endOfBusiness = '17:00';

/** Returns 5 PM on the day of `now` plus `hours`, or 5 PM on the next day if that would be in the past. */
export function proposedDeadline(now: Date, hours: number, timeZone: string): Date {
  const day = isoDate(new Date(+now + hours * hourMs), timeZone);
  const proposed = localToInstant({ date: day, time: endOfBusiness }, timeZone);
  return proposed > now ? proposed : localToInstant({ date: dayAfter(day, 1), time: endOfBusiness }, timeZone);
}

/** Allows an extra day, because the proposed deadline may be later in the day than now. */
export const isDeadlineTooLate = (now: Date, deadline: Date): boolean =>
  +deadline > +now + (writtenHoursMax + 24) * hourMs;
