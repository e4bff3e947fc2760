import { useBoard } from '#web/api/start.ts';
import { BoardSignInPage } from '#web/features/access/providers/board-sign-in-page.tsx';
import { AskOfficers } from '#web/features/access/recovery/ask-officers.tsx';

/** /user/board-sign-in: of a board that opens by its officers or by a provider first. */
export function BoardSignIn() {
  const board = useBoard();
  return board?.unvouched === true ? <AskOfficers board={board} /> : <BoardSignInPage />;
}
