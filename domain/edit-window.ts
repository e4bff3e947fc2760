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
