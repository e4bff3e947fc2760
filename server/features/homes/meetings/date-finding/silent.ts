import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { InviteeCounts } from '#server/features/homes/meetings/invitees/recipients.ts';

type Reading = Pick<BoardScope, 'tx' | 'board'>;

/** Invitees on the board, each with how many of the offered dates are unanswered. */
function selectStanding({ tx, board }: Reading, meetingId: string) {
  return tx
    .selectFrom('invitees as invitee')
    .innerJoin('members as member', (join) =>
      join.onRef('member.board_id', '=', 'invitee.board_id').onRef('member.id', '=', 'invitee.member_id'),
    )
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

/** Active invitees who have left a date unanswered: they get a reminder. */
export async function listSilentOnDates(scope: Reading, meetingId: string): Promise<readonly string[]> {
  const rows = await selectStanding(scope, meetingId).execute();
  return rows.filter((row) => row.status === 'active' && row.unanswered > 0).map((row) => row.id);
}

export async function countDateInvitees(scope: Reading, meetingId: string): Promise<InviteeCounts> {
  const rows = await selectStanding(scope, meetingId).execute();
  const active = rows.filter((row) => row.status === 'active');
  return {
    replied: rows.filter((row) => row.has_answered).length,
    recipients: active.length,
    silent: active.filter((row) => row.unanswered > 0).length,
  };
}
