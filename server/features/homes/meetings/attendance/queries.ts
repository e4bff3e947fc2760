import type { Guest } from '#contract/attendance.ts';
import { limits } from '#contract/fields.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { QueryScope, SqlValue } from '#server/db/page-statement.ts';

export async function findInvitedMember(
  { tx, board }: Pick<BoardScope, 'tx' | 'board'>,
  of: { readonly meetingId: string; readonly memberId: string },
): Promise<{ readonly id: string; readonly isPending: boolean } | null> {
  const row = await tx
    .selectFrom('invitees')
    .innerJoin('members', (join) =>
      join.onRef('members.board_id', '=', 'invitees.board_id').onRef('members.id', '=', 'invitees.member_id'),
    )
    .select(['members.id', 'members.status'])
    .where('invitees.board_id', '=', board.id)
    .where('invitees.meeting_id', '=', of.meetingId)
    .where('invitees.member_id', '=', of.memberId)
    .executeTakeFirst();
  return row ? { id: row.id, isPending: row.status === 'invited' } : null;
}

/** In the order of their arrival. */
export const selectGuests = ({ tx, board }: QueryScope, meetingId: SqlValue<string>) =>
  tx
    .selectFrom('meeting_guests')
    .select(['id', 'name', 'role'])
    .where('board_id', '=', board.id)
    .where('meeting_id', '=', meetingId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limits.guestsMax);

export const listGuests = (scope: QueryScope, meetingId: string): Promise<readonly Guest[]> =>
  selectGuests(scope, meetingId).execute();
