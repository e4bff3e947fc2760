import type { Acceptance, MeetingType } from './rsvp.ts';
import { isGoing, shownAcceptance } from './rsvp.ts';

/** What the reports count, and by which rule. */

export const reportNames = ['attendance', 'answers', 'documents', 'people', 'sign-ins'] as const;
export type ReportName = (typeof reportNames)[number];

export const reportTitles: Readonly<Record<ReportName, string>> = {
  attendance: 'Attendance',
  answers: 'Answers',
  documents: 'Documents opened',
  people: 'People and terms',
  'sign-ins': 'Sign-ins',
};

/** A member at a meeting, in one letter: a matrix holds a hundred thousand of them. */
export const attendanceCells = ['p', 'r', 'a', 'u', 'j', 't', 'x'] as const;
export type AttendanceCell = (typeof attendanceCells)[number];

export const attendanceWords: Readonly<Record<AttendanceCell, string>> = {
  p: 'In Attendance, in person',
  r: 'In Attendance, remote',
  a: 'Not In Attendance',
  u: 'Not marked',
  j: 'Not yet a member',
  t: 'Attendance not taken',
  x: 'Not invited',
};

interface InvitedTo {
  readonly type: MeetingType;
  readonly startsAt: Date;
  /** Somebody was marked. */
  readonly isTaken: boolean;
}

interface Invited {
  readonly acceptance: Acceptance;
  readonly attendance: boolean | null;
  /** When the member joined the board; null: has not. */
  readonly joinedAt: Date | null;
}

const isMemberAt = (joinedAt: Date | null, at: Date): boolean => joinedAt !== null && joinedAt <= at;

/** How an invited member stands in the attendance report. Whoever had not joined yet is counted only where marked present. */
export function attendanceCell(meeting: InvitedTo, { acceptance, attendance, joinedAt }: Invited): AttendanceCell {
  if (attendance === true) return isRemote(meeting.type, acceptance) ? 'r' : 'p';
  if (!isMemberAt(joinedAt, meeting.startsAt)) return 'j';
  if (!meeting.isTaken) return 't';
  return attendance === false ? 'a' : 'u';
}

/** Nobody notes the way in which a person is there: it is the meeting's, or at a hybrid one what they had answered. */
const isRemote = (type: MeetingType, acceptance: Acceptance): boolean =>
  type === 'hybrid' ? shownAcceptance(acceptance, type) === 'accepted-remote' : type === 'remote';

export const isThere = (cell: AttendanceCell): boolean => cell === 'p' || cell === 'r';
/** Who could have been there; where attendance was taken, nobody's mark counts as absence. */
export const isExpected = (cell: AttendanceCell): boolean => isThere(cell) || cell === 'a' || cell === 'u';

export type AnswerKind = 'going' | 'not-going' | 'none';

/** How an invitation was answered; null: it is not counted, because the invited person had not joined yet. */
export function answerKind(startsAt: Date, { acceptance, joinedAt }: Omit<Invited, 'attendance'>): AnswerKind | null {
  if (isGoing(acceptance)) return 'going';
  if (acceptance === 'declined') return 'not-going';
  return isMemberAt(joinedAt, startsAt) ? 'none' : null;
}

const dayMs = 86_400_000;

/** How long before the start an answer came; the earliest first. `daysMin`: whole days, null where it came afterwards. */
export const earlyBuckets = [
  { key: 'fortnight', label: '2 weeks or more', daysMin: 14 },
  { key: 'week', label: '1 to 2 weeks', daysMin: 7 },
  { key: 'days', label: '3 to 6 days', daysMin: 3 },
  { key: 'eve', label: '1 or 2 days', daysMin: 1 },
  { key: 'day', label: 'Less than a day', daysMin: 0 },
  { key: 'after', label: 'After the start', daysMin: null },
] as const;
export type EarlyKey = (typeof earlyBuckets)[number]['key'];

/** Days before the start, with their fractions; below zero after it. */
export const daysBefore = (startsAt: Date, answeredAt: Date): number =>
  (startsAt.getTime() - answeredAt.getTime()) / dayMs;

export function earlyKey(days: number): EarlyKey {
  return earlyBuckets.find(({ daysMin }) => daysMin !== null && days >= daysMin)?.key ?? 'after';
}

/** The middle of the values, to a tenth; null without any. */
export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
  return Math.round(median * 10) / 10;
}

/** '92%'; a dash where nothing was counted. Only all is 100, and only none is 0. */
export function percentage(part: number, whole: number): string {
  if (whole === 0) return '–';
  const rounded = Math.round((part / whole) * 100);
  if (rounded === 100 && part < whole) return '99%';
  return rounded === 0 && part > 0 ? '1%' : `${rounded}%`;
}
