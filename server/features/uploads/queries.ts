import type { BoardScope } from '../../db/board-scope.ts';
import { notFound } from '../../errors.ts';

/** The member's own upload that is still under way or waiting; anything else is not there. */
export async function loadOwnUpload(scope: BoardScope, uploadId: string): Promise<{ readonly id: string }> {
  const row = await scope.tx
    .selectFrom('uploads')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where('id', '=', uploadId)
    .where('member_id', '=', scope.member.id)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', scope.now)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
