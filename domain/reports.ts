import { dayAfter, daysBetween, isLocalDate, monthsAfter } from './days.ts';
import { profileMessages } from './messages/people.ts';
import { cleanValue } from './profile-fields.ts';
import { type Acceptance, isGoing, type MeetingType, shownAcceptance } from './rsvp.ts';

export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

export interface PeriodAddress {
  /** A year, `all` or `custom`. Undefined means the last twelve months. */
  readonly period?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const lastTwelveMonths = '12-months';

export function readPeriod(address: PeriodAddress): string {
  const { period } = address;
  if (period === 'all' || period === 'custom') return period;
  return period !== undefined && /^(19|20|21)\d\d$/.test(period) ? period : lastTwelveMonths;
}

export function daysOfPeriod(address: PeriodAddress, today: string): DayRange {
  const period = readPeriod(address);
  if (period === 'all') return { from: null, to: null };
  if (period === 'custom') return { from: dayOrNull(address.from), to: dayOrNull(address.to) };
  if (period === lastTwelveMonths) return { from: dayAfter(monthsAfter(today, -12)), to: today };
  return { from: `${period}-01-01`, to: `${period}-12-31` };
}

const dayOrNull = (day: string | undefined): string | null => (day !== undefined && isLocalDate(day) ? day : null);

export type BucketUnit = 'week' | 'month' | 'year';

/** Days. Longer periods are plotted by month, and periods longer than `daysOfMonthsMax` by year. */
const daysOfWeeksMax = 100;
const daysOfMonthsMax = 1_130;

export function unitOf(from: string, to: string): BucketUnit {
  const days = daysBetween(from, to) + 1;
  if (days <= daysOfWeeksMax) return 'week';
  return days <= daysOfMonthsMax ? 'month' : 'year';
}

/** Weeks begin on Monday. */
export function bucketOf(day: string, unit: BucketUnit): string {
  if (unit === 'year') return `${day.slice(0, 4)}-01-01`;
  if (unit === 'month') return `${day.slice(0, 7)}-01`;
  const sunday0 = new Date(`${day}T00:00:00Z`).getUTCDay();
  return dayAfter(day, -((sunday0 + 6) % 7));
}

export function bucketsOf(from: string, to: string, unit: BucketUnit): readonly string[] {
  const buckets: string[] = [];
  const last = bucketOf(to, unit);
  for (let day = bucketOf(from, unit); day <= last; day = nextBucket(day, unit)) buckets.push(day);
  return buckets;
}

function nextBucket(day: string, unit: BucketUnit): string {
  return unit === 'week' ? dayAfter(day, 7) : monthsAfter(day, unit === 'month' ? 1 : 12);
}

export const reportNames = ['attendance', 'answers', 'documents', 'people', 'sign-ins', 'votes'] as const;
export type ReportName = (typeof reportNames)[number];

export const reportTitles: Readonly<Record<ReportName, string>> = {
  attendance: 'Attendance',
  answers: 'Answers',
  documents: 'Documents opened',
  people: 'People and terms',
  'sign-ins': 'Sign-ins',
  votes: 'Votes',
};

/** One letter per cell, because a report may have a hundred thousand cells. */
export const attendanceCells = ['p', 'r', 'a', 'u', 'j', 't', 'x'] as const;
export type AttendanceCell = (typeof attendanceCells)[number];

export const attendanceLabels: Readonly<Record<AttendanceCell, string>> = {
  p: 'In Attendance (in person)',
  r: 'In Attendance (remote)',
  a: 'Not In Attendance',
  u: 'Not marked',
  j: 'Not yet a member',
  t: 'Attendance not recorded',
  x: 'Not invited',
};

interface InvitedTo {
  readonly type: MeetingType;
  readonly startsAt: Date;
  readonly isTaken: boolean;
}

interface Invited {
  readonly acceptance: Acceptance;
  readonly attendance: boolean | null;
  readonly joinedAt: Date | null;
}

const isMemberAt = (joinedAt: Date | null, at: Date): boolean => joinedAt !== null && joinedAt <= at;

/** Meetings before the member joined count only if the member was present. */
export function attendanceCell(meeting: InvitedTo, { acceptance, attendance, joinedAt }: Invited): AttendanceCell {
  if (attendance === true) return isRemote(meeting.type, acceptance) ? 'r' : 'p';
  if (!isMemberAt(joinedAt, meeting.startsAt)) return 'j';
  if (!meeting.isTaken) return 't';
  return attendance === false ? 'a' : 'u';
}

const isRemote = (type: MeetingType, acceptance: Acceptance): boolean =>
  type === 'hybrid' ? shownAcceptance(acceptance, type) === 'accepted-remote' : type === 'remote';

export const isThere = (cell: AttendanceCell): boolean => cell === 'p' || cell === 'r';
export const isExpected = (cell: AttendanceCell): boolean => isThere(cell) || cell === 'a' || cell === 'u';

export type AnswerKind = 'going' | 'not-going' | 'none';

/** Returns null for a member who had not joined yet and did not reply. */
export function answerKind(startsAt: Date, { acceptance, joinedAt }: Omit<Invited, 'attendance'>): AnswerKind | null {
  if (isGoing(acceptance)) return 'going';
  if (acceptance === 'declined') return 'not-going';
  return isMemberAt(joinedAt, startsAt) ? 'none' : null;
}

const dayMs = 86_400_000;

/**
 * `daysMin` is the minimum number of whole days from the reply to the meeting's start. It is null for replies after the
 * start.
 */
export const earlyBuckets = [
  { key: 'fortnight', label: '2 weeks or more', daysMin: 14 },
  { key: 'week', label: '1 to 2 weeks', daysMin: 7 },
  { key: 'days', label: '3 to 6 days', daysMin: 3 },
  { key: 'eve', label: '1 or 2 days', daysMin: 1 },
  { key: 'day', label: 'Less than a day', daysMin: 0 },
  { key: 'after', label: 'After the start', daysMin: null },
] as const;
export type EarlyKey = (typeof earlyBuckets)[number]['key'];

export const daysBefore = (startsAt: Date, answeredAt: Date): number =>
  (startsAt.getTime() - answeredAt.getTime()) / dayMs;

export function earlyKey(days: number): EarlyKey {
  return earlyBuckets.find(({ daysMin }) => daysMin !== null && days >= daysMin)?.key ?? 'after';
}

export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
  return Math.round(median * 10) / 10;
}

/** Shows 0% or 100% only if the value is exact. */
export function percentage(part: number, whole: number): string {
  if (whole === 0) return '–';
  const rounded = Math.round((part / whole) * 100);
  if (rounded === 100 && part < whole) return '99%';
  return rounded === 0 && part > 0 ? '1%' : `${rounded}%`;
}

interface Field {
  readonly filled_by: 'member' | 'admin';
  readonly kind: string;
  readonly name: string;
}

const namesOfStart = /\b(starts?|began|begins?|from|since|elected|appointed)\b/i;
const namesOfEnd = /\b(ends?|ending|until|expires?|expiry|to)\b/i;

export function termFields<F extends Field>(
  fields: readonly F[],
): { readonly start: F | null; readonly end: F | null } {
  const days = fields.filter(({ filled_by: by, kind }) => by === 'admin' && kind === 'date');
  const named = (name: string, words: RegExp): F | null =>
    days.find((field) => field.name.toLowerCase() === name) ?? days.find((field) => words.test(field.name)) ?? null;
  return { start: named('term start', namesOfStart), end: named('term end', namesOfEnd) };
}

export function termError<F extends Field>(
  fields: readonly F[],
  dayOf: (field: F) => string,
): { readonly end: F; readonly message: string } | null {
  const { start, end } = termFields(fields);
  if (start === null || end === null) return null;
  const [from, until] = [cleanValue(dayOf(start)), cleanValue(dayOf(end))];
  return from !== '' && until !== '' && until < from ? { end, message: profileMessages.termEndsBeforeStart } : null;
}

export const endsWithin = (termEnd: string | null, day: string): boolean => termEnd !== null && termEnd <= day;
