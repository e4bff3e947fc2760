import type { AnswerOf } from '#contract/endpoint.ts';
import type { getAnswersReport } from '#contract/reports.ts';
import { type AnswerKind, answerKind, daysBefore, earlyBuckets, earlyKey, medianOf } from '#domain/reports.ts';
import { type PersonOfBoard, presentPeople } from '#server/features/views/reports/filter/present.ts';
import type { ReportPersonRow } from '#server/features/views/reports/filter/queries.ts';
import { presentMeetings, type StartedMeeting } from '#server/features/views/reports/invitations/present.ts';
import type { InvitationRow, MeetingRow } from '#server/features/views/reports/invitations/queries.ts';

type AnswersReport = AnswerOf<typeof getAnswersReport>;

interface FoundAnswers {
  readonly meetings: readonly MeetingRow[];
  readonly invitations: readonly InvitationRow[];
  readonly people: readonly ReportPersonRow[];
}

export interface CountedAnswer {
  readonly meeting: StartedMeeting;
  readonly person: PersonOfBoard['person'];
  readonly acceptance: InvitationRow['acceptance'];
  readonly answeredAt: Date | null;
  readonly kind: AnswerKind;
  readonly daysBefore: number | null;
}

export function countedAnswers(found: FoundAnswers): {
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

export function presentAnswers(found: FoundAnswers): AnswersReport {
  const { meetings, people, answers, isCut } = countedAnswers(found);
  const ofMembers = Map.groupBy(answers, ({ person }) => person.member_id);
  const ofMeetings = Map.groupBy(answers, ({ meeting }) => meeting.id);
  const early = daysOf(answers).map(earlyKey);
  return {
    members: people.flatMap(({ person }) => {
      const own = ofMembers.get(person.member_id);
      return own ? [{ ...person, ...count(own), days_before: medianOf(daysOf(own)) }] : [];
    }),
    meetings: meetings.map(({ id, title, type, startsAt }) => ({
      id,
      title,
      type,
      start: startsAt.toISOString(),
      ...count(ofMeetings.get(id) ?? []),
    })),
    early: earlyBuckets.map(({ key }) => ({ key, count: early.filter((each) => each === key).length })),
    total: { ...count(answers), days_before: medianOf(daysOf(answers)) },
    is_cut: isCut,
  };
}

const daysOf = (answers: readonly CountedAnswer[]): readonly number[] =>
  answers.flatMap(({ daysBefore: days }) => (days === null ? [] : [days]));

function count(answers: readonly CountedAnswer[]) {
  const of = (kind: AnswerKind): number => answers.filter((each) => each.kind === kind).length;
  return { going: of('going'), not_going: of('not-going'), none: of('none') };
}
