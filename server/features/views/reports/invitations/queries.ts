import { sql } from 'kysely';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import { defineRows, type PageScope, type ResultOf } from '#server/db/page-statement.ts';
import { filterParams, inPeriod, type SqlFilter } from '#server/features/views/reports/filter/queries.ts';

/** Maximum number of meetings in a report. Older meetings are omitted. */
export const meetingsMax = 500;
const invitationsMax = 500_000;

type Since = 'start' | 'end';

function selectMeetings(scope: PageScope, filter: SqlFilter, since: Since) {
  const { tx, board, now } = scope;
  const { group, member, whole_board: wholeBoard } = filter;
  return tx
    .selectFrom('meetings as meeting')
    .innerJoin('audiences as audience', (join) => sameBoard(join, 'audience.id', 'meeting.audience_id'))
    .where('meeting.board_id', '=', board.id)
    .where('meeting.deleted_at', 'is', null)
    .where('meeting.state', '=', 'published')
    .where(since === 'start' ? 'meeting.starts_at' : 'meeting.ends_at', '<=', now)
    .where(inPeriod(scope, filter, sql.ref('meeting.starts_at')))
    .where(sql<boolean>`(not ${wholeBoard} or audience.whole_board)`)
    .where(
      sql<boolean>`(${group} is null or exists (
        select from audience_groups named
        where named.board_id = ${board.id} and named.audience_id = audience.id and named.group_id = ${group}
      ))`,
    )
    .where(
      sql<boolean>`(${member} is null or exists (
        select from invitees invited
        where invited.board_id = ${board.id} and invited.meeting_id = meeting.id and invited.member_id = ${member}
      ))`,
    )
    .orderBy('meeting.starts_at', 'desc')
    .orderBy('meeting.id', 'desc');
}

/** `is_taken` is true if attendance was recorded for anyone, even for members outside the filter. */
const defineMeetings = (since: Since) =>
  defineRows(filterParams, (scope, filter) =>
    selectMeetings(scope, filter, since)
      .select((eb) => [
        'meeting.id',
        'meeting.title',
        'meeting.type',
        eb.ref('meeting.starts_at').$notNull().as('starts_at'),
        sql<boolean>`exists (
          select from invitees marked
          where marked.board_id = meeting.board_id and marked.meeting_id = meeting.id and marked.attendance is not null
        )`.as('is_taken'),
      ])
      .limit(meetingsMax + 1),
  );

const defineInvitations = (since: Since) =>
  defineRows(filterParams, (scope, filter) =>
    selectRows(scope, 'invitees')
      .select(['meeting_id', 'member_id', 'acceptance', 'answered_at', 'attendance'])
      .where(
        sql<boolean>`meeting_id = any(array(${selectMeetings(scope, filter, since).select('meeting.id').limit(meetingsMax)}))`,
      )
      .where(sql<boolean>`(${filter.member} is null or member_id = ${filter.member})`)
      .limit(invitationsMax),
  );

export const startedMeetings = defineMeetings('start');
export const startedInvitations = defineInvitations('start');
export const endedMeetings = defineMeetings('end');
export const endedInvitations = defineInvitations('end');

export type MeetingRow = ResultOf<typeof startedMeetings>[number];
export type InvitationRow = ResultOf<typeof startedInvitations>[number];
