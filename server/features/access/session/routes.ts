import { confirmPassword, login, logout, setTheme, setViewerSize, switchBoard } from '#contract/session.ts';
import { ownPath } from '#domain/paths.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { notFound } from '#server/errors.ts';
import { listUserBoards } from '#server/features/core/boards/queries.ts';
import { attemptSourceOf, completeSignIn } from '#server/http/attempt-source.ts';
import { rememberBoard, rememberedBoard } from '#server/http/cookies.ts';
import { implement, type Route } from '#server/http/implement.ts';
import {
  checkCredentials,
  checkOwnPassword,
  rememberTheme,
  rememberViewerSize,
  startPendingSignIn,
} from './commands.ts';
import { firstBoardOf } from './queries.ts';

export const sessionRoutes: readonly Route[] = [
  implement(login, async ({ context, request, body }) => {
    const who = await checkCredentials(context, attemptSourceOf(request), body);
    const next = ownPath(body.next);
    if (who.hasTwoFactor) {
      const pending = { ...who, remember: body.remember, next, sealedInvitation: null };
      await request.control.holdPending(await startPendingSignIn(context, pending));
      // The challenge keeps the board.
      const boards = body.board === undefined ? [] : await listUserBoards(context, who.userId);
      const shown = boards.find(({ board }) => board.shortname === body.board?.toLowerCase())?.board.shortname;
      if (shown !== undefined) rememberBoard(context, request, shown);
      return { two_factor: true } as const;
    }
    const { userId, checkedHash, account } = who;
    const boardId = await firstBoardOf(context, { userId, shown: body.board ?? rememberedBoard(context, request) });
    await completeSignIn(context, request, { userId, checkedHash, account, boardId, remember: body.remember });
    return { url: next };
  }),

  implement(confirmPassword, async ({ context, request, body, session }) => {
    await checkOwnPassword(context, { session, password: body.password, source: attemptSourceOf(request) });
    await request.control.confirm();
    return {};
  }),

  implement(logout, async ({ request }) => {
    await request.control.end();
    return {};
  }),

  implement(switchBoard, async ({ context, request, body, session }) => {
    const boards = await listUserBoards(context, session.userId);
    const wanted = boards.find((entry) => entry.board.board_info.board_id === body.board_id)?.board;
    if (!wanted) throw notFound();
    await request.control.setBoard(body.board_id);
    const isElsewhere = context.config.boardsDomain !== null;
    return { url: `${isElsewhere ? wanted.baseUrl : ''}${wanted.suspended ? '/suspended' : '/home'}` };
  }),

  implement(setTheme, async ({ context, body, session }) => {
    await withUserScope(context, session.userId, (scope) => rememberTheme(scope, body.theme));
    return {};
  }),

  implement(setViewerSize, async ({ context, body, session }) => {
    await withUserScope(context, session.userId, (scope) => rememberViewerSize(scope, body.size));
    return {};
  }),
];
