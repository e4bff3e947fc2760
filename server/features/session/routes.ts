import { login, logout, setTheme, switchBoard } from '../../../contract/session.ts';
import { notFound } from '../../errors.ts';
import { implement, type Route } from '../../http/implement.ts';
import { listUserBoards } from '../boards/queries.ts';
import { ownPath } from './own-path.ts';
import { checkCredentials } from './sign-in.ts';
import { rememberTheme } from './theme.ts';

export const sessionRoutes: readonly Route[] = [
  implement(login, async ({ context, visit, body }) => {
    const userId = await checkCredentials(context, visit, body);
    const boards = await listUserBoards(context, userId);
    const first = boards.find((entry) => !entry.board.suspended) ?? boards[0];
    await visit.control.start({ userId, boardId: first?.board.board_info.board_id ?? null, remember: body.remember });
    return { url: ownPath(body.next) };
  }),

  implement(logout, async ({ visit }) => {
    await visit.control.end();
    return {};
  }),

  implement(switchBoard, async ({ context, visit, body, session }) => {
    const boards = await listUserBoards(context, session.userId);
    const wanted = boards.find((entry) => entry.board.board_info.board_id === body.board_id)?.board;
    if (!wanted) throw notFound();
    await visit.control.setBoard(body.board_id);
    const isElsewhere = context.config.boardsDomain !== null;
    return { url: `${isElsewhere ? wanted.baseUrl : ''}${wanted.suspended ? '/suspended' : '/home'}` };
  }),

  implement(setTheme, async ({ context, body, session }) => {
    await rememberTheme(context, session.userId, body.theme);
    return {};
  }),
];
