import { minutesBetween, overrunMinutes } from './agenda.ts';
import { isLocalDate } from './days.ts';
import { instantToLocal, isLocalTime, localToInstant } from './local-time.ts';
import { validationMessages } from './messages/general.ts';
import type { FieldError } from './validation.ts';

const millisecondsPerMinute = 60_000;

/** 'yyyy-MM-dd' and 'HH:mm', or '' for an empty field. */
export interface MeetingTimes {
  readonly date: string;
  readonly end_date: string;
  readonly start: string;
  readonly end: string;
}

export type MeetingTimesErrors = { readonly [field in keyof MeetingTimes]: FieldError };

/** The end may equal the start. */
export function meetingTimesErrors(times: MeetingTimes, required: boolean): MeetingTimesErrors {
  const hasStart = isLocalTime(times.start);
  const hasEnd = isLocalTime(times.end);
  const endDate = times.end_date === '' ? times.date : times.end_date;
  const endsDaysEarly = isLocalDate(times.date) && isLocalDate(endDate) && endDate < times.date;
  const endsEarly = hasStart && hasEnd && endDate === times.date && times.end < times.start;
  const timeMissing = required ? validationMessages.meetingTimeMissing : null;
  return {
    date: required && !isLocalDate(times.date) ? validationMessages.meetingDateMissing : null,
    end_date: endsDaysEarly ? validationMessages.meetingEndsBeforeStart : null,
    start: hasStart ? null : timeMissing,
    end: endsEarly ? validationMessages.meetingEndsBeforeStart : hasEnd ? null : timeMissing,
  };
}

export function meetingEndError(start: Date, end: Date): FieldError {
  return end.getTime() < start.getTime() ? validationMessages.meetingEndsBeforeStart : null;
}

/** Returns null if times are missing or the end is before the start. */
export function meetingLengthMinutes(times: MeetingTimes, timeZone: string): number | null {
  const { date, start, end } = times;
  const endDate = times.end_date || date;
  if (!isLocalDate(date) || !isLocalDate(endDate) || !isLocalTime(start) || !isLocalTime(end)) return null;
  const from = localToInstant({ date, time: start }, timeZone);
  const to = localToInstant({ date: endDate, time: end }, timeZone);
  return to < from ? null : minutesBetween(from, to);
}

export function agendaOverrun(
  times: MeetingTimes,
  agendaMinutes: number,
  timeZone: string,
): { readonly minutes: number; readonly end: string; readonly end_date: string } | null {
  const { date, start } = times;
  const minutes = overrunMinutes(agendaMinutes, meetingLengthMinutes(times, timeZone));
  if (minutes === 0) return null;
  const startsAt = localToInstant({ date, time: start }, timeZone);
  const until = instantToLocal(new Date(+startsAt + agendaMinutes * millisecondsPerMinute), timeZone);
  return {
    minutes,
    end: until.time,
    end_date: until.date === date ? '' : until.date,
  };
}

export const dateOptionsMin = 2;

export function dateOptionsError(options: readonly unknown[]): FieldError {
  return options.length < dateOptionsMin ? validationMessages.tooFewDateOptions : null;
}

/** Rescheduling resets replies unless only the end changes. */
export const asksRepliesAnew = (
  before: { readonly type: string; readonly start: Date },
  to: { readonly type: string; readonly start: Date },
): boolean => before.type !== to.type || before.start.getTime() !== to.start.getTime();
