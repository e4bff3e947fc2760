import type { Context } from '#server/context.ts';
import { listUserBoards } from '#server/features/core/boards/queries.ts';
import type { Visit } from '#server/http/implement.ts';
import { rememberDevice } from './known-device.ts';

/** Begins the session of somebody who has shown all that their account asks for. Opens the first board that is open. */
export async function completeSignIn(
  context: Context,
  visit: Visit,
  who: {
    readonly userId: string;
    readonly checkedHash: string;
    readonly account: string;
    readonly remember: boolean;
  },
): Promise<void> {
  const boards = await listUserBoards(context, who.userId);
  const first =
    boards.find(({ board }) => !board.suspended && !board.two_factor_missing) ??
    boards.find(({ board }) => !board.suspended) ??
    boards[0];
  const boardId = first?.board.board_info.board_id ?? null;
  await visit.control.start({ userId: who.userId, checkedHash: who.checkedHash, boardId, remember: who.remember });
  rememberDevice(context, visit, who.account);
}
