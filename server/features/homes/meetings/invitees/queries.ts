import { sql } from 'kysely';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { QueryScope, SelectedRow, SqlValue } from '#server/db/page-statement.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { eachMember } from '#server/features/members/audience/queries.ts';

function selectInvitees(scope: QueryScope, meetingId: SqlValue<string>) {
  return scope.tx
    .selectFrom('invitees as invitee')
    .innerJoin('members as member', (join) => sameBoard(join, 'member.id', 'invitee.member_id'))
    .innerJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'invitee.meeting_id'))
    .where('invitee.board_id', '=', scope.board.id)
    .where('invitee.meeting_id', '=', meetingId);
}

/** Members who left the audience stay invitees of past and cancelled meetings, but get no mail. */
const getsMail = (scope: QueryScope) =>
  sql<boolean>`(member.status = 'active' and ${meetingVisibleWhere(eachMember(scope, sql.ref('member.id'), 'reader'), 'meeting')})`;

export const selectRecipients = (scope: QueryScope, meetingId: SqlValue<string>) =>
  selectInvitees(scope, meetingId).where(getsMail(scope));

const idsOf = async (people: ReturnType<typeof selectRecipients>): Promise<readonly string[]> =>
  (await people.select('member.id').orderBy('member.id').execute()).map(({ id }) => id);

export const listRecipients = (scope: QueryScope, meetingId: string): Promise<readonly string[]> =>
  idsOf(selectRecipients(scope, meetingId));

const isSilent = sql<boolean>`(invitee.acceptance = 'none' and invitee.attendance is distinct from false)`;

export const listSilent = (scope: QueryScope, meetingId: string): Promise<readonly string[]> =>
  idsOf(selectRecipients(scope, meetingId).where(isSilent));

export const selectInviteeCounts = (scope: QueryScope, meetingId: SqlValue<string>) =>
  selectInvitees(scope, meetingId).select((eb) => {
    const count = eb.fn.countAll<number>();
    const gets = getsMail(scope);
    return [
      count.filterWhere('invitee.acceptance', '<>', 'none').as('replied'),
      count.filterWhere('invitee.attendance', 'is not', null).as('marked'),
      count.filterWhere(gets).as('recipients'),
      count.filterWhere(eb.and([gets, isSilent])).as('silent'),
    ];
  });

export type InviteeCounts = SelectedRow<typeof selectInviteeCounts>;

const upcomingMeetingsMax = 50;

export async function listUpcomingMeetings(scope: Pick<BoardScope, 'tx' | 'board' | 'now'>, memberId: string) {
  return selectRows(scope, 'meetings', { deleted_at: null })
    .select(['id', 'title', 'starts_at', 'finds_date'])
    .where('state', 'in', ['published', 'finding-date'])
    .where('ends_at', '>', scope.now)
    .$narrowType<{ starts_at: Date; ends_at: Date }>()
    .where(meetingVisibleWhere(eachMember(scope, sql<string>`${memberId}::uuid`, 'reader'), 'meetings'))
    .orderBy('finds_date')
    .orderBy('starts_at')
    .limit(upcomingMeetingsMax)
    .execute();
}

export const upcomingWhere = (scope: Pick<BoardScope, 'now'>, meetings: string) =>
  sql<boolean>`(${sql.ref(`${meetings}.finds_date`)} or ${sql.ref(`${meetings}.ends_at`)} > ${scope.now})`;

function selectDateInvitees({ tx, board }: QueryScope, meetingId: SqlValue<string>) {
  return tx
    .selectFrom('invitees as invitee')
    .innerJoin('members as member', (join) => sameBoard(join, 'member.id', 'invitee.member_id'))
    .where('invitee.board_id', '=', board.id)
    .where('invitee.meeting_id', '=', meetingId)
    .where('member.status', 'in', ['active', 'invited'])
    .select([
      'member.id',
      'member.status',
      sql<number>`(
        select count(*) from date_options o
        where o.board_id = ${board.id} and o.meeting_id = ${meetingId} and not exists (
          select from date_answers a where a.board_id = o.board_id and a.option_id = o.id and a.member_id = member.id
        )
      )::int`.as('unanswered'),
      sql<boolean>`exists (
        select from date_answers a
        where a.board_id = ${board.id} and a.meeting_id = ${meetingId} and a.member_id = member.id
      )`.as('has_answered'),
    ])
    .orderBy('member.id');
}

export async function listSilentOnDates(scope: QueryScope, meetingId: string): Promise<readonly string[]> {
  const rows = await selectDateInvitees(scope, meetingId).execute();
  return rows.filter((row) => row.status === 'active' && row.unanswered > 0).map((row) => row.id);
}

export const selectDateInviteeCounts = (scope: QueryScope, meetingId: SqlValue<string>) =>
  scope.tx.selectFrom(selectDateInvitees(scope, meetingId).as('each')).select((eb) => {
    const count = eb.fn.countAll<number>();
    return [
      count.filterWhere('each.has_answered', '=', true).as('replied'),
      sql<number>`0`.as('marked'),
      count.filterWhere('each.status', '=', 'active').as('recipients'),
      count.filterWhere(eb.and([eb('each.status', '=', 'active'), eb('each.unanswered', '>', 0)])).as('silent'),
    ];
  });
