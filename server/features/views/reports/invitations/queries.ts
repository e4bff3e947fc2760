import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { inPeriod, type ReportFilter } from '#server/features/views/reports/filter/queries.ts';

/** The latest of a period; four years of a meeting a fortnight for ten committees would be more. */
export const meetingsMax = 500;
const invitationsMax = 500_000;

export interface StartedMeeting {
  readonly id: string;
  readonly title: string;
  readonly type: 'hybrid' | 'in-person' | 'remote';
  readonly startsAt: Date;
}

/** Published meetings that have started, or ended, the earliest first; `isCut`: there are more. */
export async function listStartedMeetings(
  { tx, board, now }: BoardScope,
  filter: ReportFilter,
  since: 'start' | 'end' = 'start',
): Promise<{ readonly meetings: readonly StartedMeeting[]; readonly isCut: boolean }> {
  const { group, memberId } = filter;
  const rows = await tx
    .selectFrom('meetings as meeting')
    .innerJoin('audiences as audience', (join) =>
      join.onRef('audience.board_id', '=', 'meeting.board_id').onRef('audience.id', '=', 'meeting.audience_id'),
    )
    .select(['meeting.id', 'meeting.title', 'meeting.type', sql<Date>`meeting.starts_at`.as('startsAt')])
    .where('meeting.board_id', '=', board.id)
    .where('meeting.deleted_at', 'is', null)
    .where('meeting.state', '=', 'published')
    .where(since === 'start' ? 'meeting.starts_at' : 'meeting.ends_at', '<=', now)
    .where(inPeriod(filter, sql.ref('meeting.starts_at')))
    .$if(group === 'whole-board', (query) => query.where('audience.whole_board', '=', true))
    .$if(group !== null && group !== 'whole-board', (query) =>
      query.where(
        sql<boolean>`exists (
          select from audience_groups named
          where named.board_id = ${board.id}::uuid and named.audience_id = audience.id and named.group_id = ${group}::uuid
        )`,
      ),
    )
    .$if(memberId !== null, (query) =>
      query.where(
        sql<boolean>`exists (
          select from invitees invited
          where invited.board_id = ${board.id}::uuid and invited.meeting_id = meeting.id
            and invited.member_id = ${memberId}::uuid
        )`,
      ),
    )
    .orderBy('meeting.starts_at', 'desc')
    .orderBy('meeting.id', 'desc')
    .limit(meetingsMax + 1)
    .execute();
  return { meetings: rows.slice(0, meetingsMax).toReversed(), isCut: rows.length > meetingsMax };
}

export interface InvitationRow {
  readonly meeting_id: string;
  readonly member_id: string;
  readonly acceptance: 'none' | 'accepted' | 'accepted-remote' | 'accepted-in-person' | 'declined';
  readonly answered_at: Date | null;
  readonly attendance: boolean | null;
}

/** Of the filter's member alone, if it names one. */
export async function listInvitations(
  { tx, board }: BoardScope,
  meetings: readonly StartedMeeting[],
  { memberId }: Pick<ReportFilter, 'memberId'>,
): Promise<readonly InvitationRow[]> {
  const ids = meetings.map((meeting) => meeting.id);
  return tx
    .selectFrom('invitees')
    .select(['meeting_id', 'member_id', 'acceptance', 'answered_at', 'attendance'])
    .where('board_id', '=', board.id)
    .where(sql<boolean>`meeting_id = any(${ids}::uuid[])`)
    .$if(memberId !== null, (query) => query.where('member_id', '=', memberId ?? ''))
    .limit(invitationsMax)
    .execute();
}

/** Meetings at which anybody's attendance was recorded, whatever the filter. */
export async function listMeetingsWithAttendance(
  { tx, board }: BoardScope,
  meetings: readonly StartedMeeting[],
): Promise<ReadonlySet<string>> {
  const ids = meetings.map((meeting) => meeting.id);
  const rows = await tx
    .selectFrom('invitees')
    .select('meeting_id')
    .distinct()
    .where('board_id', '=', board.id)
    .where(sql<boolean>`meeting_id = any(${ids}::uuid[])`)
    .where('attendance', 'is not', null)
    .limit(meetingsMax)
    .execute();
  return new Set(rows.map((row) => row.meeting_id));
}
