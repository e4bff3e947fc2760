import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { forbidden, notFound } from '#server/errors.ts';

export interface LockedPerson {
  readonly id: string;
  readonly userId: string | null;
  readonly status: 'invited' | 'active' | 'inactive';
  readonly isBoardAdmin: boolean;
  /** Nobody else is left who may run the board. */
  readonly isLastAdmin: boolean;
}

/**
 * Holds a member and every active board admin until the transaction ends, in one order, so that of several who take
 * rights away at once each counts what the one before has left. Whoever lost their own rights meanwhile goes no further.
 * Taken after any turn (server/db/turn.ts).
 */
export async function lockPerson(scope: BoardScope, memberId: string): Promise<LockedPerson> {
  const rows = await scope.tx
    .selectFrom('members')
    .select(['id', 'user_id', 'status', 'is_board_admin', 'removed_at'])
    .where('board_id', '=', scope.board.id)
    .where((eb) => eb.or([eb('id', '=', memberId), sql<boolean>`is_board_admin and status = 'active'`]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const admins = rows.filter((row) => row.is_board_admin && row.status === 'active');
  if (!admins.some((admin) => admin.id === scope.member.id)) throw forbidden();
  const row = rows.find((each) => each.id === memberId);
  if (!row || row.removed_at !== null) throw notFound();
  return {
    id: row.id,
    userId: row.user_id,
    status: row.status,
    isBoardAdmin: row.is_board_admin,
    isLastAdmin: admins.every((admin) => admin.id === row.id),
  };
}
