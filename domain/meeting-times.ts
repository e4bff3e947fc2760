import { isLocalDate, isLocalTime } from './local-time.ts';
import { validationMessages } from './messages/general.ts';
import type { FieldError } from './validation.ts';

/** When attendance can be taken and when a meeting becomes read-only (product 4, 'Attendance'; settings of specification 3). */
const millisecondsPerMinute = 60_000;

/** `minutesBefore` is `ATTENDANCE_OPENS_MINUTES_BEFORE`. */
export function attendanceOpensAt(start: Date, minutesBefore: number): Date {
  return new Date(start.getTime() - minutesBefore * millisecondsPerMinute);
}

/** `minutesAfter` is `EDITS_CLOSE_MINUTES_AFTER`. */
export function editsCloseAt(end: Date, minutesAfter: number): Date {
  return new Date(end.getTime() + minutesAfter * millisecondsPerMinute);
}

export interface MeetingWindow {
  readonly start: Date;
  readonly end: Date;
  /** A board admin has reopened the meeting after its closing. */
  readonly reopened: boolean;
  readonly opensMinutesBefore: number;
  readonly closesMinutesAfter: number;
}

/** Agenda, answers, attendance and polls are read-only from the closing on, unless the meeting was reopened. */
export function areEditsClosed(window: MeetingWindow, now: Date): boolean {
  return !window.reopened && now.getTime() >= editsCloseAt(window.end, window.closesMinutesAfter).getTime();
}

export type AttendanceState = 'not-yet' | 'open' | 'closed';

export function attendanceState(window: MeetingWindow, now: Date): AttendanceState {
  if (now.getTime() < attendanceOpensAt(window.start, window.opensMinutesBefore).getTime()) return 'not-yet';
  return areEditsClosed(window, now) ? 'closed' : 'open';
}

/** What a form holds of a meeting's time: 'yyyy-MM-dd' and 'HH:mm', '' when not entered. */
export interface MeetingTimes {
  readonly date: string;
  /** The day on which it ends; '' for the one on which it begins. */
  readonly end_date: string;
  readonly start: string;
  readonly end: string;
}

export type MeetingTimesErrors = { readonly [field in keyof MeetingTimes]: FieldError };

/**
 * Specification 5, meeting date and times. They are only asked for when `required` (a draft and a find-a-date meeting
 * may lack them). What is not a date or time counts as missing. An end equal to the start passes.
 */
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

/** The same rule for instants, as the server holds them. */
export function meetingEndError(start: Date, end: Date): FieldError {
  return end.getTime() < start.getTime() ? validationMessages.meetingEndsBeforeStart : null;
}

/** Find-a-date (specification 5 and 9). */
export const dateOptionsMin = 2;

export function dateOptionsError(options: readonly unknown[]): FieldError {
  return options.length < dateOptionsMin ? validationMessages.tooFewDateOptions : null;
}

/** A published meeting that is moved asks everybody anew, but where only its end moves (product.md, section 4). */
export const asksRepliesAnew = (
  before: { readonly type: string; readonly start: Date },
  to: { readonly type: string; readonly start: Date },
): boolean => before.type !== to.type || before.start.getTime() !== to.start.getTime();
