import type { AnswerOf } from '#contract/endpoint.ts';
import type { getAnswersReport, getAttendanceReport } from '#contract/reports.ts';
import {
  type AnswerKind,
  type AttendanceCell,
  answerKind,
  attendanceCell,
  daysBefore,
  earlyBuckets,
  earlyKey,
  isExpected,
  isThere,
  medianOf,
} from '#domain/reports.ts';
import { type PersonOfBoard, presentPeople } from '#server/features/views/reports/filter/present.ts';
import type { ReportPersonRow } from '#server/features/views/reports/filter/queries.ts';
import type { InvitationRow, MeetingRow } from './queries.ts';
import { meetingsMax } from './queries.ts';

interface FoundInvitations {
  readonly meetings: readonly MeetingRow[];
  readonly invitations: readonly InvitationRow[];
  readonly people: readonly ReportPersonRow[];
}

type AttendanceReport = AnswerOf<typeof getAttendanceReport>;

export function presentAttendance(
  { group }: { readonly group?: string | undefined },
  found: FoundInvitations,
): AttendanceReport {
  const { meetings, isCut } = presentMeetings(found.meetings);
  const invited = byMember(found.invitations);
  const members = presentPeople(found.people)
    .filter(
      ({ person, isNamed }) => invited.has(person.member_id) || (isNamed && group === undefined && isOnBoard(person)),
    )
    .map(({ person, joinedAt }) => {
      const own = invited.get(person.member_id);
      const cells = meetings.map(({ id, type, startsAt, isTaken }): AttendanceCell => {
        const invitation = own?.get(id);
        return invitation ? attendanceCell({ type, startsAt, isTaken }, { ...invitation, joinedAt }) : 'x';
      });
      return { ...person, cells, ...countCells(cells) };
    });
  return {
    meetings: meetings.map(({ id, title, startsAt, isTaken }, nth) => ({
      id,
      title,
      start: startsAt.toISOString(),
      is_taken: isTaken,
      ...countCells(members.map(({ cells }) => cells[nth] ?? 'x')),
    })),
    members,
    total: {
      ...countCells(members.flatMap(({ cells }) => cells)),
      meetings_taken: meetings.filter(({ isTaken }) => isTaken).length,
    },
    is_cut: isCut,
  };
}

const isOnBoard = (person: { readonly status: string; readonly is_removed: boolean }): boolean =>
  person.status !== 'inactive' && !person.is_removed;

function countCells(cells: readonly AttendanceCell[]): { readonly there: number; readonly expected: number } {
  return { there: cells.filter(isThere).length, expected: cells.filter(isExpected).length };
}

function byMember(rows: readonly InvitationRow[]): ReadonlyMap<string, ReadonlyMap<string, InvitationRow>> {
  const ofMembers = Map.groupBy(rows, (row) => row.member_id);
  return new Map([...ofMembers].map(([id, own]) => [id, new Map(own.map((row) => [row.meeting_id, row]))]));
}

export interface StartedMeeting {
  readonly id: string;
  readonly title: string;
  readonly type: 'hybrid' | 'in-person' | 'remote';
  readonly startsAt: Date;
  readonly isTaken: boolean;
}

export const presentMeetings = (
  rows: readonly MeetingRow[],
): { readonly meetings: readonly StartedMeeting[]; readonly isCut: boolean } => ({
  meetings: rows
    .slice(0, meetingsMax)
    .toReversed()
    .map(({ id, title, type, starts_at: startsAt, is_taken: isTaken }) => ({ id, title, type, startsAt, isTaken })),
  isCut: rows.length > meetingsMax,
});

type AnswersReport = AnswerOf<typeof getAnswersReport>;

export interface CountedAnswer {
  readonly meeting: StartedMeeting;
  readonly person: PersonOfBoard['person'];
  readonly acceptance: InvitationRow['acceptance'];
  readonly answeredAt: Date | null;
  readonly kind: AnswerKind;
  readonly daysBefore: number | null;
}

export function countedAnswers(found: FoundInvitations): {
  readonly meetings: readonly StartedMeeting[];
  readonly people: readonly PersonOfBoard[];
  readonly answers: readonly CountedAnswer[];
  readonly isCut: boolean;
} {
  const { meetings, isCut } = presentMeetings(found.meetings);
  const rows = Map.groupBy(found.invitations, (row) => row.meeting_id);
  const people = presentPeople(found.people);
  const answers = meetings.flatMap((meeting) => {
    const invited = new Map((rows.get(meeting.id) ?? []).map((row) => [row.member_id, row]));
    return people.flatMap(({ person, joinedAt }): readonly CountedAnswer[] => {
      const row = invited.get(person.member_id);
      if (!row) return [];
      const { acceptance, answered_at: answeredAt } = row;
      const kind = answerKind(meeting.startsAt, { acceptance, joinedAt });
      if (kind === null) return [];
      const days = kind === 'none' || answeredAt === null ? null : daysBefore(meeting.startsAt, answeredAt);
      return [{ meeting, person, acceptance, answeredAt: days === null ? null : answeredAt, kind, daysBefore: days }];
    });
  });
  return { meetings, people, answers, isCut };
}

export function presentAnswers(found: FoundInvitations): AnswersReport {
  const { meetings, people, answers, isCut } = countedAnswers(found);
  const ofMembers = Map.groupBy(answers, ({ person }) => person.member_id);
  const ofMeetings = Map.groupBy(answers, ({ meeting }) => meeting.id);
  const early = daysOf(answers).map(earlyKey);
  return {
    members: people.flatMap(({ person }) => {
      const own = ofMembers.get(person.member_id);
      return own ? [{ ...person, ...countAnswers(own), days_before: medianOf(daysOf(own)) }] : [];
    }),
    meetings: meetings.map(({ id, title, startsAt }) => ({
      id,
      title,
      start: startsAt.toISOString(),
      ...countAnswers(ofMeetings.get(id) ?? []),
    })),
    early: earlyBuckets.map(({ key }) => ({ key, count: early.filter((each) => each === key).length })),
    total: { ...countAnswers(answers), days_before: medianOf(daysOf(answers)) },
    is_cut: isCut,
  };
}

const daysOf = (answers: readonly CountedAnswer[]): readonly number[] =>
  answers.flatMap(({ daysBefore: days }) => (days === null ? [] : [days]));

function countAnswers(answers: readonly CountedAnswer[]) {
  const of = (kind: AnswerKind): number => answers.filter((each) => each.kind === kind).length;
  return { going: of('going'), not_going: of('not-going'), none: of('none') };
}
