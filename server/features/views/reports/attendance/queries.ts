import type { AnswerOf } from '#contract/endpoint.ts';
import type { getAttendanceReport } from '#contract/reports.ts';
import { type AttendanceCell, attendanceCell, isExpected, isThere } from '#domain/reports.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { ReportFilter } from '#server/features/views/reports/filter/queries.ts';
import { listPeopleOfBoard } from '#server/features/views/reports/filter/queries.ts';
import {
  type InvitationRow,
  listInvitations,
  listMeetingsWithAttendance,
  listStartedMeetings,
} from '#server/features/views/reports/invitations/queries.ts';

type AttendanceReport = AnswerOf<typeof getAttendanceReport>;

/**
 * Of meetings that are over, since attendance is still recorded while one runs. Lists whoever was invited, without a group also
 * every other member.
 */
export async function attendanceReport(scope: BoardScope, filter: ReportFilter): Promise<AttendanceReport> {
  const { meetings, isCut } = await listStartedMeetings(scope, filter, 'end');
  const taken = await listMeetingsWithAttendance(scope, meetings);
  const invited = byMember(await listInvitations(scope, meetings, filter));
  const people = await listPeopleOfBoard(scope, { ...filter, group: null });
  const members = people
    .filter(
      ({ person, matchesFilter }) =>
        invited.has(person.member_id) || (matchesFilter && isShownUninvited(filter, person)),
    )
    .map(({ person, joinedAt }) => {
      const own = invited.get(person.member_id);
      const cells = meetings.map(({ id, type, startsAt }): AttendanceCell => {
        const invitation = own?.get(id);
        if (!invitation) return 'x';
        return attendanceCell({ type, startsAt, isTaken: taken.has(id) }, { ...invitation, joinedAt });
      });
      return { ...person, cells, ...count(cells) };
    });
  return {
    meetings: meetings.map(({ id, title, type, startsAt }, nth) => ({
      ...{ id, title, type, start: startsAt.toISOString(), is_taken: taken.has(id) },
      ...count(members.map(({ cells }) => cells[nth] ?? 'x')),
    })),
    members,
    total: { ...count(members.flatMap(({ cells }) => cells)), meetings_taken: taken.size },
    is_cut: isCut,
  };
}

const isShownUninvited = (filter: ReportFilter, person: { readonly status: string; readonly is_removed: boolean }) =>
  filter.group === null && person.status !== 'inactive' && !person.is_removed;

function count(cells: readonly AttendanceCell[]): { readonly there: number; readonly expected: number } {
  return { there: cells.filter(isThere).length, expected: cells.filter(isExpected).length };
}

/** By the ids of member and meeting. */
export function byMember(rows: readonly InvitationRow[]): ReadonlyMap<string, ReadonlyMap<string, InvitationRow>> {
  const of = new Map<string, Map<string, InvitationRow>>();
  for (const row of rows) {
    const own = of.get(row.member_id) ?? new Map<string, InvitationRow>();
    own.set(row.meeting_id, row);
    of.set(row.member_id, own);
  }
  return of;
}
