import type { AnswerOf } from '#contract/endpoint.ts';
import type { getAttendanceReport } from '#contract/reports.ts';
import { type AttendanceCell, attendanceCell, isExpected, isThere } from '#domain/reports.ts';
import { presentPeople } from '#server/features/views/reports/filter/present.ts';
import type { ReportPersonRow } from '#server/features/views/reports/filter/queries.ts';
import { presentMeetings } from '#server/features/views/reports/invitations/present.ts';
import type { InvitationRow, MeetingRow } from '#server/features/views/reports/invitations/queries.ts';

type AttendanceReport = AnswerOf<typeof getAttendanceReport>;

export function presentAttendance(
  { group }: { readonly group?: string | undefined },
  found: {
    readonly meetings: readonly MeetingRow[];
    readonly invitations: readonly InvitationRow[];
    readonly people: readonly ReportPersonRow[];
  },
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
      return { ...person, cells, ...count(cells) };
    });
  return {
    meetings: meetings.map(({ id, title, type, startsAt, isTaken }, nth) => ({
      id,
      title,
      type,
      start: startsAt.toISOString(),
      is_taken: isTaken,
      ...count(members.map(({ cells }) => cells[nth] ?? 'x')),
    })),
    members,
    total: {
      ...count(members.flatMap(({ cells }) => cells)),
      meetings_taken: meetings.filter(({ isTaken }) => isTaken).length,
    },
    is_cut: isCut,
  };
}

const isOnBoard = (person: { readonly status: string; readonly is_removed: boolean }): boolean =>
  person.status !== 'inactive' && !person.is_removed;

function count(cells: readonly AttendanceCell[]): { readonly there: number; readonly expected: number } {
  return { there: cells.filter(isThere).length, expected: cells.filter(isExpected).length };
}

function byMember(rows: readonly InvitationRow[]): ReadonlyMap<string, ReadonlyMap<string, InvitationRow>> {
  const of = new Map<string, Map<string, InvitationRow>>();
  for (const row of rows) {
    const own = of.get(row.member_id) ?? new Map<string, InvitationRow>();
    own.set(row.meeting_id, row);
    of.set(row.member_id, own);
  }
  return of;
}
