import type { CsvCell } from '#domain/csv.ts';
import { instantToLocal } from '#domain/local-time.ts';
import { attendanceLabels, percentage, type ReportName } from '#domain/reports.ts';
import { acceptanceLabel } from '#domain/rsvp.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { listAnswers } from './answers/queries.ts';
import { attendanceReport } from './attendance/queries.ts';
import { listOpenings } from './documents/queries.ts';
import type { ReportFilter } from './filter/queries.ts';
import { listPeopleOfBoard } from './filter/queries.ts';
import { peopleReport } from './people/queries.ts';
import { listSignIns } from './sign-ins/queries.ts';

/** Lines of a file; the latest are in it. A board of 500 people opens half as many papers in years. */
const linesMax = 200_000;

type Rows = readonly (readonly CsvCell[])[];

/** A report's rows under a row of headings; days and times in the board's time zone, as spreadsheets read them. */
export const csvRows: Readonly<Record<ReportName, (scope: BoardScope, filter: ReportFilter) => Promise<Rows>>> = {
  async attendance(scope, filter) {
    const { meetings, members } = await attendanceReport(scope, filter);
    const day = (start: string): string => instantToLocal(start, scope.board.timeZone).date;
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
  },

  async answers(scope, filter) {
    const { answers } = await listAnswers(scope, filter);
    const formatTime = timeFormatterOf(scope.board.timeZone);
    return [
      ['Meeting', 'Start', 'Member', 'Answer', 'Answered', 'Days before'],
      ...answers.map(({ meeting, person, acceptance, answeredAt, daysBefore }) => [
        ...[meeting.title, formatTime(meeting.startsAt), person.name],
        acceptanceLabel(acceptance, meeting.type),
        ...[answeredAt === null ? '' : formatTime(answeredAt)],
        daysBefore === null ? null : Math.round(daysBefore * 10) / 10,
      ]),
    ];
  },

  async documents(scope, filter) {
    const nameOf = await namesOf(scope, filter);
    const formatTime = timeFormatterOf(scope.board.timeZone);
    const rows = await listOpenings(scope, filter, linesMax);
    return [
      ['Document', 'Member', 'When', 'How'],
      ...rows.map((row) => [
        row.title ?? 'No longer there',
        row.member_id === null ? '' : nameOf(row.member_id),
        formatTime(row.at),
        row.is_download ? 'Downloaded' : 'Opened',
      ]),
    ];
  },

  async people(scope, filter) {
    const { people } = await peopleReport(scope, filter);
    const { timeZone } = scope.board;
    const dayOf = (at: string | null): string => (at === null ? '' : instantToLocal(at, timeZone).date);
    return [
      ['Name', 'Status', 'Office', 'Groups', 'Joined', 'Term start', 'Term end', 'Inactive since'],
      ...people.map((person) => [
        ...[person.name, statusLabel(person), person.office ?? '', person.groups.join('; '), dayOf(person.joined_at)],
        ...[person.term_start ?? '', person.term_end ?? '', dayOf(person.left_at)],
      ]),
    ];
  },

  async 'sign-ins'(scope, filter) {
    const nameOf = await namesOf(scope, filter);
    const formatTime = timeFormatterOf(scope.board.timeZone);
    const rows = await listSignIns(scope, filter, linesMax);
    return [['Member', 'When'], ...rows.map((row) => [nameOf(row.member_id), formatTime(row.at)])];
  },
};

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

async function namesOf(scope: BoardScope, filter: ReportFilter): Promise<(memberId: string) => string> {
  const people = await listPeopleOfBoard(scope, filter);
  const names = new Map(people.map(({ person }) => [person.member_id, person.name]));
  return (memberId) => names.get(memberId) ?? '';
}
