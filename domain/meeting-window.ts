const millisecondsPerMinute = 60_000;

export function attendanceOpensAt(start: Date, minutesBefore: number): Date {
  return new Date(start.getTime() - minutesBefore * millisecondsPerMinute);
}

export function editsCloseAt(end: Date, minutesAfter: number): Date {
  return new Date(end.getTime() + minutesAfter * millisecondsPerMinute);
}

export interface MeetingWindow {
  readonly start: Date;
  readonly end: Date;
  readonly reopened: boolean;
  readonly opensMinutesBefore: number;
  readonly closesMinutesAfter: number;
}

export function areEditsClosed(window: MeetingWindow, now: Date): boolean {
  return !window.reopened && now.getTime() >= editsCloseAt(window.end, window.closesMinutesAfter).getTime();
}

export type AttendanceState = 'not-yet' | 'open' | 'closed';

export function attendanceState(window: MeetingWindow, now: Date): AttendanceState {
  if (now.getTime() < attendanceOpensAt(window.start, window.opensMinutesBefore).getTime()) return 'not-yet';
  return areEditsClosed(window, now) ? 'closed' : 'open';
}
