import type { BoardScope } from '#server/db/board-scope.ts';
import { AppError } from '#server/errors.ts';

interface StreamRights {
  readonly boardId: string;
  readonly memberId: string;
  readonly isBoardAdmin: boolean;
}

/** 419 once the session has ended. */
export async function loadStreamRights({ tx, board, member }: BoardScope, sessionId: string): Promise<StreamRights> {
  const session = await tx.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirst();
  if (!session) throw new AppError('session-expired');
  return { boardId: board.id, memberId: member.id, isBoardAdmin: member.isBoardAdmin };
}
