import { getStart } from '#contract/start.ts';
import { listUserBoards } from '#server/features/core/boards/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { findFaceFor } from './face.ts';
import { presentFace, presentStart } from './present.ts';

export const startRoutes: readonly Route[] = [
  implement(getStart, async ({ context, visit, query }) => {
    const { session } = visit;
    visit.control.issueCsrf();
    if (!session) {
      const face = await findFaceFor(context, visit, query.board);
      return presentFace(context, { face, magicUid: null });
    }
    const boards = await listUserBoards(context, session.userId);
    const wanted = visit.header('x-board') ?? session.boardId;
    const current =
      boards.find((entry) => entry.board.board_info.board_id === wanted) ??
      boards.find((entry) => !entry.board.suspended) ??
      boards[0] ??
      null;
    return presentStart(context, { session, boards, current });
  }),
];
