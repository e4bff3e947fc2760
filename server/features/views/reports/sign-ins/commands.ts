import type { BoardScope } from '#server/db/board-scope.ts';

export async function noteSignIn({ tx, board, member, now }: BoardScope, sessionId: string): Promise<void> {
  await tx
    .insertInto('sign_ins')
    .values({ board_id: board.id, session_id: sessionId, member_id: member.id, at: now })
    .onConflict((conflict) => conflict.columns(['board_id', 'session_id']).doNothing())
    .execute();
}
