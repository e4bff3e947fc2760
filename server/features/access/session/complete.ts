import type { Context } from '#server/context.ts';
import { listUserBoards, type UserBoard } from '#server/features/core/boards/queries.ts';
import { rememberedBoard } from '#server/features/core/boards/remembered-board.ts';
import type { Visit } from '#server/http/implement.ts';
import { rememberDevice } from './known-device.ts';

/**
 * Begins the session of somebody who has shown all that their account asks for. Opens the board whose login screen they saw, where
 * it is theirs and open, else the first that is open.
 */
export async function completeSignIn(
  context: Context,
  visit: Visit,
  who: {
    readonly userId: string;
    readonly checkedHash: string;
    readonly account: string;
    readonly remember: boolean;
    /** The short name of the board whose login screen was shown; without it that of the last visit. */
    readonly board?: string | undefined;
  },
): Promise<void> {
  const boards = await listUserBoards(context, who.userId);
  const shown = (who.board ?? rememberedBoard(context, visit))?.toLowerCase();
  const isOpen = ({ board }: UserBoard) => !board.suspended && !board.two_factor_missing;
  const first =
    boards.find((each) => each.board.shortname === shown && isOpen(each)) ??
    boards.find(isOpen) ??
    boards.find(({ board }) => !board.suspended) ??
    boards[0];
  const boardId = first?.board.board_info.board_id ?? null;
  await visit.control.start({ userId: who.userId, checkedHash: who.checkedHash, boardId, remember: who.remember });
  rememberDevice(context, visit, who.account);
}
