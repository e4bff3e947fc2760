import type { Context } from '#server/context.ts';
import { withBoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { findOwnRecovery } from '#server/features/access/recovery/vouched/queries.ts';
import { isOpen, listUserBoards, type UserBoard } from '#server/features/core/boards/queries.ts';
import { noteSignIn } from '#server/features/views/reports/sign-ins/commands.ts';
import type { Session } from '#server/http/session.ts';
import { type OpenedBoard, readOpenBoard, type WithinBoard } from './queries.ts';

const nothing: WithinBoard = { groups: [], memberships: [], office: null, recentDocuments: [] };

export interface Beginning {
  readonly boards: readonly UserBoard[];
  readonly recoveryId: string | null;
  /** Notes the sign-in on the open board, and returns what its pages begin with. Empty without an open board. */
  readonly openCurrentBoard: (current: UserBoard | null) => Promise<WithinBoard>;
}

/** The user's boards, read with the one that is most likely wanted. */
export async function beginPages(
  context: Context,
  { session, token, likely }: { readonly session: Session; readonly token: string; readonly likely: string | null },
): Promise<Beginning> {
  const open = (boardId: string): Promise<OpenedBoard | null> =>
    readOpenBoard(context, { token, sessionId: session.id, boardId });
  const opened = likely === null ? null : await open(likely);
  return {
    boards: opened?.boards ?? (await listUserBoards(context, { userId: session.userId, sessionId: session.id })),
    recoveryId: opened === null ? await findOwnRecovery(context, session.userId) : opened.recoveryId,
    async openCurrentBoard(current) {
      if (current === null || !isOpen(current)) return nothing;
      const boardId = current.board.board_info.board_id;
      const wanted = opened?.id === boardId ? opened : await open(boardId);
      if (wanted === null) throw notFound();
      const who = { boardId, userId: session.userId, sessionId: session.id };
      if (!wanted.isSignInNoted) await withBoardScope(context, who, (scope) => noteSignIn(scope, session.id));
      return wanted.inside;
    },
  };
}
