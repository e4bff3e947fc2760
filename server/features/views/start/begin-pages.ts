import type { Start } from '#contract/start.ts';
import type { Context } from '#server/context.ts';
import { withBoardScope } from '#server/db/board-scope.ts';
import { AppError, notFound } from '#server/errors.ts';
import { findBoardFace, isOpen, listUserBoards, type UserBoard } from '#server/features/core/boards/queries.ts';
import { noteSignIn } from '#server/features/views/reports/sign-ins/commands.ts';
import { createRateLimits, networkOf, type RateLimit } from '#server/http/rate-limits.ts';
import type { Session } from '#server/http/session.ts';
import { type BoardStart, type OpenedBoard, readOpenBoard } from './queries.ts';

const nothing: BoardStart = { groups: [], memberships: [], office: null, recentDocuments: [] };

interface Begun {
  readonly session: Session;
  readonly token: string;
  readonly likely: string | null;
  readonly isOpened: boolean;
}

export async function beginPages(context: Context, { session, token, likely, isOpened }: Begun) {
  const open = (boardId: string): Promise<OpenedBoard | null> =>
    readOpenBoard(context, { token, sessionId: session.id, boardId });
  const opened = likely === null ? null : await open(likely);
  return {
    boards: opened?.boards ?? (await listUserBoards(context, { userId: session.userId, sessionId: session.id })),
    async openCurrentBoard(current: UserBoard | null): Promise<BoardStart> {
      if (current === null || !isOpen(current)) return nothing;
      const boardId = current.board.board_info.board_id;
      const wanted = opened?.id === boardId ? opened : await open(boardId);
      if (wanted === null) throw notFound();
      const who = { boardId, userId: session.userId, sessionId: session.id };
      if (isOpened && !wanted.isSignInNoted)
        await withBoardScope(context, who, (scope) => noteSignIn(scope, session.id));
      return wanted.inside;
    },
  };
}

const missesByAddress: RateLimit = { name: 'board-face-misses', points: 30, seconds: 900 };

/** Returns null after too many unknown names, because signing in also works without a board's appearance. */
export async function findNamedFace(context: Context, ip: string, named: string): Promise<Start['face']> {
  const limits = createRateLimits(context.pool);
  const network = networkOf(ip);
  try {
    // Above the limit, this throws even for known names.
    await limits.check(missesByAddress, network);
    return await limits.countMiss(missesByAddress, network, () => findBoardFace(context, named));
  } catch (error) {
    if (error instanceof AppError && error.code === 'too-many') return null;
    throw error;
  }
}
