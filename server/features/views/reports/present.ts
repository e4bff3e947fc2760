import type { CsvCell } from '#domain/csv.ts';
import { instantToLocal } from '#domain/local-time.ts';
import { attendanceLabels, percentage, type ReportName } from '#domain/reports.ts';
import { acceptanceLabel } from '#domain/rsvp.ts';
import type { PersonOfBoard } from './filter/queries.ts';
import type { ReportFacts } from './queries.ts';

type Rows = readonly (readonly CsvCell[])[];

/** A report's rows under a row of headings; days and times in the board's time zone, as spreadsheets read them. */
export function presentCsvRows(given: ReportFacts, timeZone: string): Rows {
  switch (given.report) {
    case 'attendance':
      return attendanceRows(given.facts, timeZone);
    case 'answers':
      return answerRows(given.facts, timeZone);
    case 'documents':
      return openingRows(given, timeZone);
    case 'people':
      return peopleRows(given.facts, timeZone);
    case 'sign-ins':
      return signInRows(given, timeZone);
  }
}

type FactsOf<Report extends ReportName> = Extract<ReportFacts, { readonly report: Report }>['facts'];
type PeopleOf<Report extends 'documents' | 'sign-ins'> = Pick<
  Extract<ReportFacts, { readonly report: Report }>,
  'facts' | 'people'
>;

function attendanceRows({ meetings, members }: FactsOf<'attendance'>, timeZone: string): Rows {
  const day = (start: string): string => instantToLocal(start, timeZone).date;
  return [
    ['Member', ...meetings.map(({ start, title }) => `${day(start)} ${title}`), 'Attended', 'Of', 'Percent'],
    ...members.map(({ name, cells, there, expected }) => [
      name,
      ...cells.map((cell) => attendanceLabels[cell]),
      ...[there, expected, percentOrNothing(there, expected)],
    ]),
    [
      'In attendance',
      ...meetings.map(({ there, expected, is_taken: isTaken }) => (isTaken ? `${there} of ${expected}` : '')),
      ...totalCells(members),
    ],
  ];
}

function answerRows({ answers }: FactsOf<'answers'>, timeZone: string): Rows {
  const formatTime = timeFormatterOf(timeZone);
  return [
    ['Meeting', 'Start', 'Member', 'Answer', 'Answered', 'Days before'],
    ...answers.map(({ meeting, person, acceptance, answeredAt, daysBefore }) => [
      ...[meeting.title, formatTime(meeting.startsAt), person.name],
      acceptanceLabel(acceptance, meeting.type),
      ...[answeredAt === null ? '' : formatTime(answeredAt)],
      daysBefore === null ? null : Math.round(daysBefore * 10) / 10,
    ]),
  ];
}

function openingRows({ facts, people }: PeopleOf<'documents'>, timeZone: string): Rows {
  const nameOf = namesOf(people);
  const formatTime = timeFormatterOf(timeZone);
  return [
    ['Document', 'Member', 'When', 'How'],
    ...facts.map((row) => [
      row.title ?? 'No longer there',
      row.member_id === null ? '' : nameOf(row.member_id),
      formatTime(row.at),
      row.is_download ? 'Downloaded' : 'Opened',
    ]),
  ];
}

function peopleRows({ people }: FactsOf<'people'>, timeZone: string): Rows {
  const dayOf = (at: string | null): string => (at === null ? '' : instantToLocal(at, timeZone).date);
  return [
    ['Name', 'Status', 'Office', 'Groups', 'Joined', 'Term start', 'Term end', 'Inactive since'],
    ...people.map((person) => [
      ...[person.name, statusLabel(person), person.office ?? '', person.groups.join('; '), dayOf(person.joined_at)],
      ...[person.term_start ?? '', person.term_end ?? '', dayOf(person.left_at)],
    ]),
  ];
}

function signInRows({ facts, people }: PeopleOf<'sign-ins'>, timeZone: string): Rows {
  const nameOf = namesOf(people);
  const formatTime = timeFormatterOf(timeZone);
  return [['Member', 'When'], ...facts.map((row) => [nameOf(row.member_id), formatTime(row.at)])];
}

/** '2026-11-19 09:30', the Swedish format; one formatter for a hundred thousand lines. */
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

function namesOf(people: readonly PersonOfBoard[]): (memberId: string) => string {
  const names = new Map(people.map(({ person }) => [person.member_id, person.name]));
  return (memberId) => names.get(memberId) ?? '';
}
