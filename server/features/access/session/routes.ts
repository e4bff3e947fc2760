import { confirmPassword, login, logout, setTheme, setViewerSize, switchBoard } from '#contract/session.ts';
import { ownPath } from '#domain/paths.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { notFound } from '#server/errors.ts';
import { completeSignIn } from '#server/features/access/devices/commands.ts';
import { isTrustedDevice } from '#server/features/access/devices/queries.ts';
import { listUserBoards } from '#server/features/core/boards/queries.ts';
import { attemptSourceOf, signInBrowserOf } from '#server/http/attempt-source.ts';
import { rememberBoard, rememberedBoard } from '#server/http/cookies.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { checkCredentials, checkOwnPassword, rememberChoice, startPendingSignIn } from './commands.ts';
import { firstBoardOf } from './queries.ts';

export const sessionRoutes: readonly Route[] = [
  implement(login, async ({ context, request, body }) => {
    const source = attemptSourceOf(request);
    const who = await checkCredentials(context, source, body);
    const next = ownPath(body.next);
    const byTrust = who.hasSecondFactor && (await isTrustedDevice(context, source, who));
    if (who.hasSecondFactor && !byTrust) {
      const pending = { ...who, remember: body.remember, next, sealedInvitation: null };
      await request.control.holdPending(await startPendingSignIn(context, pending));
      const boards =
        body.board === undefined ? [] : await listUserBoards(context, { userId: who.userId, sessionId: null });
      const shown = boards.find(({ board }) => board.shortname === body.board?.toLowerCase())?.board.shortname;
      if (shown !== undefined) rememberBoard(context, request, shown);
      return { two_factor: true } as const;
    }
    const { userId, proof, account } = who;
    const boardId = await firstBoardOf(context, { userId, shown: body.board ?? rememberedBoard(context, request) });
    await completeSignIn(context, signInBrowserOf(context, request), {
      userId,
      proof,
      account,
      boardId,
      remember: body.remember,
      byTrust,
    });
    return { url: next };
  }),

  implement(confirmPassword, async ({ context, request, body, session }) => {
    await checkOwnPassword(context, { session, password: body.password, source: attemptSourceOf(request) });
    await request.control.confirm();
  }),

  implement(logout, async ({ request }) => {
    await request.control.end();
  }),

  implement(switchBoard, async ({ context, request, body, session }) => {
    const boards = await listUserBoards(context, { userId: session.userId, sessionId: session.id });
    const wanted = boards.find((entry) => entry.board.board_info.board_id === body.board_id)?.board;
    if (!wanted) throw notFound();
    await request.control.setBoard(body.board_id);
    const isElsewhere = context.config.boardsDomain !== null;
    return { url: `${isElsewhere ? wanted.baseUrl : ''}${wanted.suspended ? '/suspended' : '/home'}` };
  }),

  implement(setTheme, async ({ context, body, session }) => {
    await withUserScope(context, session.userId, (scope) => rememberChoice(scope, { theme: body.theme }));
  }),

  implement(setViewerSize, async ({ context, body, session }) => {
    await withUserScope(context, session.userId, (scope) => rememberChoice(scope, { viewer_size: body.size }));
  }),
];
