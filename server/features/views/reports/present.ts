import type { CsvCell } from '#domain/csv.ts';
import { instantToLocal } from '#domain/local-time.ts';
import { attendanceLabels, percentage, type ReportName } from '#domain/reports.ts';
import { acceptanceLabel } from '#domain/rsvp.ts';
import { resultText, wayLabels } from '#domain/vote-labels.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { type Period, presentPeople } from './filter/present.ts';
import type { ReportPersonRow } from './filter/queries.ts';
import { countedAnswers, presentAttendance } from './invitations/present.ts';
import { presentPeopleReport } from './people/present.ts';
import type { FileFacts } from './queries.ts';
import { presentVotes } from './votes/present.ts';

type Rows = readonly (readonly CsvCell[])[];

/** Days and times are in the board's zone, in a format that spreadsheets recognise. */
export function presentCsvRows(
  reader: Reader,
  {
    report,
    group,
    period,
  }: { readonly report: ReportName; readonly group?: string | undefined; readonly period: Period },
  facts: FileFacts,
): Rows {
  const { timeZone } = reader.board;
  const { people } = facts;
  switch (report) {
    case 'attendance': {
      const found = { people, meetings: facts.ended, invitations: facts.endedInvitations };
      return attendanceRows(presentAttendance({ group }, found), timeZone);
    }
    case 'answers': {
      const found = { people, meetings: facts.started, invitations: facts.startedInvitations };
      return answerRows(countedAnswers(found), timeZone);
    }
    case 'documents':
      return openingRows(facts, timeZone);
    case 'people':
      return peopleRows(presentPeopleReport(reader, period, facts), timeZone);
    case 'sign-ins':
      return signInRows(facts, timeZone);
    case 'votes':
      return voteRows(presentVotes(facts), timeZone);
  }
}

function attendanceRows({ meetings, members }: ReturnType<typeof presentAttendance>, timeZone: string): Rows {
  const day = (start: string): string => instantToLocal(start, timeZone).date;
  return [
    ['Member', ...meetings.map(({ start, title }) => `${day(start)} ${title}`), 'Attended', 'Of', 'Percent'],
    ...members.map(({ name, cells, there, expected }) => [
      name,
      ...cells.map((cell) => attendanceLabels[cell]),
      there,
      expected,
      percentOrNothing(there, expected),
    ]),
    [
      'In attendance',
      ...meetings.map(({ there, expected, is_taken: isTaken }) => (isTaken ? `${there} of ${expected}` : '')),
      ...totalCells(members),
    ],
  ];
}

function answerRows({ answers }: ReturnType<typeof countedAnswers>, timeZone: string): Rows {
  const formatTime = timeFormatterOf(timeZone);
  return [
    ['Meeting', 'Start', 'Member', 'Answer', 'Answered', 'Days before'],
    ...answers.map(({ meeting, person, acceptance, answeredAt, daysBefore }) => [
      meeting.title,
      formatTime(meeting.startsAt),
      person.name,
      acceptanceLabel(acceptance, meeting.type),
      answeredAt === null ? '' : formatTime(answeredAt),
      daysBefore === null ? null : Math.round(daysBefore * 10) / 10,
    ]),
  ];
}

function openingRows({ openings, people }: FileFacts, timeZone: string): Rows {
  const nameOf = namesOf(people);
  const formatTime = timeFormatterOf(timeZone);
  return [
    ['Document', 'Member', 'When', 'How'],
    ...openings.map((row) => [
      row.title ?? 'Deleted document',
      row.member_id === null ? '' : nameOf(row.member_id),
      formatTime(row.at),
      row.is_download ? 'Downloaded' : 'Opened',
    ]),
  ];
}

function peopleRows({ people }: ReturnType<typeof presentPeopleReport>, timeZone: string): Rows {
  const dayOf = (at: string | null): string => (at === null ? '' : instantToLocal(at, timeZone).date);
  return [
    ['Name', 'Status', 'Office', 'Groups', 'Joined', 'Term start', 'Term end', 'Inactive since'],
    ...people.map((person) => [
      person.name,
      statusLabel(person),
      person.office ?? '',
      person.groups.join('; '),
      dayOf(person.joined_at),
      person.term_start ?? '',
      person.term_end ?? '',
      dayOf(person.left_at),
    ]),
  ];
}

function signInRows({ signIns, people }: FileFacts, timeZone: string): Rows {
  const nameOf = namesOf(people);
  const formatTime = timeFormatterOf(timeZone);
  return [['Member', 'When'], ...signIns.map((row) => [nameOf(row.member_id), formatTime(row.at)])];
}

function voteRows({ votes }: ReturnType<typeof presentVotes>, timeZone: string): Rows {
  const formatTime = timeFormatterOf(timeZone);
  return [
    [
      'Closed',
      'Meeting',
      'Item',
      'Motion',
      'Body',
      'Voting method',
      'Majority',
      'Of',
      'Result',
      'Number',
      'For',
      'Against',
      'Abstained',
      'Could vote',
      'Present',
      'Needed',
      'In office',
      'Entered afterwards',
    ],
    ...votes.map((vote) => [
      formatTime(new Date(vote.closed_at)),
      vote.meeting.title,
      vote.item,
      vote.text,
      vote.body || 'Whole board',
      wayLabels[vote.way],
      vote.majority,
      vote.majority_of,
      resultText(vote.result, { isByCasting: vote.by_casting_vote, counts: vote.counts }),
      vote.number ?? '',
      vote.counts?.for ?? null,
      vote.counts?.against ?? null,
      vote.counts?.abstain ?? null,
      vote.eligible,
      vote.quorum.present,
      vote.quorum.needed,
      vote.quorum.in_office,
      vote.entered_afterwards ? 'Yes' : 'No',
    ]),
  ];
}

/** Uses Swedish, because it formats times like '2026-11-19 09:30'. */
function timeFormatterOf(timeZone: string): (at: Date) => string {
  const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const formatter = new Intl.DateTimeFormat('sv-SE', { ...day, ...time, timeZone });
  return (at) => formatter.format(at);
}

const percentOrNothing = (part: number, whole: number): string => (whole === 0 ? '' : percentage(part, whole));

function totalCells(members: readonly { readonly there: number; readonly expected: number }[]): readonly CsvCell[] {
  const there = members.reduce((sum, member) => sum + member.there, 0);
  const expected = members.reduce((sum, member) => sum + member.expected, 0);
  return [there, expected, percentOrNothing(there, expected)];
}

const statusLabel = ({
  status,
  is_removed: isGone,
}: {
  readonly status: string;
  readonly is_removed: boolean;
}): string => {
  if (isGone) return 'Left';
  if (status === 'active') return 'Active';
  return status === 'invited' ? 'Pending' : 'Inactive';
};

function namesOf(people: readonly ReportPersonRow[]): (memberId: string) => string {
  const names = new Map(presentPeople(people).map(({ person }) => [person.member_id, person.name]));
  return (memberId) => names.get(memberId) ?? '';
}
