import {
  changePassword,
  confirmEmailChange,
  dropEmailChange,
  endOtherSessions,
  endSession,
  forgotPassword,
  getAccount,
  getEmailChange,
  getPasswordReset,
  resetPassword,
  saveAccount,
} from '#contract/account.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { notFound } from '#server/errors.ts';
import * as passwordReset from '#server/features/access/recovery/commands.ts';
import { listUserBoards } from '#server/features/core/boards/queries.ts';
import { attemptSourceOf } from '#server/http/attempt-source.ts';
import { implement, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import * as passwordChange from './commands.ts';
import { save } from './commands.ts';
import * as emailChange from './email-change/commands.ts';
import { findEmailChange } from './email-change/queries.ts';
import { loadAccount } from './queries.ts';

export const accountRoutes: readonly Route[] = [
  implement(getAccount, async ({ context, session }) => {
    const boards = await listUserBoards(context, session.userId);
    return withUserScope(context, session.userId, async (scope) => ({
      account: await loadAccount(scope, { sessionId: session.id, boards, choices: context.ports.offeredChoices }),
    }));
  }),

  implement(saveAccount, async ({ context, request, session, body }) => ({
    account: await save(context, { session, source: attemptSourceOf(request), given: body }),
  })),

  implement(dropEmailChange, async ({ context, session }) => {
    await withUserScope(context, session.userId, emailChange.dropEmailChange);
    return {};
  }),

  implement(changePassword, async ({ context, request, session, body }) => {
    const checkedHash = await passwordChange.changePassword(context, {
      session,
      source: attemptSourceOf(request),
      current: body.current_password,
      wanted: body.password,
    });
    const { userId, boardId, remember } = session;
    await request.control.start({ userId, checkedHash, boardId, remember });
    return {};
  }),

  implement(endSession, async ({ context, session, params }) => {
    const isEnded = await withUserScope(context, session.userId, (scope) => commands.endSession(scope, params.id));
    if (!isEnded) throw notFound();
    return {};
  }),

  implement(endOtherSessions, async ({ context, session }) => {
    await withUserScope(context, session.userId, (scope) => commands.endOtherSessions(scope, session.id));
    return {};
  }),

  implement(getEmailChange, async ({ context, params }) => ({
    email: await findEmailChange(context, params.token),
  })),

  implement(
    confirmEmailChange,
    async ({ context, params }) => ({ email: await emailChange.confirmEmailChange(context, params.token) }),
    { limit: { name: 'email-change-follow', points: 60, seconds: 900, per: 'network' } },
  ),

  implement(forgotPassword, async ({ context, request, body }) => {
    await passwordReset.requestPasswordReset(context, attemptSourceOf(request), body.email);
    return {};
  }),

  implement(getPasswordReset, async ({ context, params }) => {
    await passwordReset.findPasswordReset(context, params.token);
    return {};
  }),

  implement(
    resetPassword,
    async ({ context, request, params, body }) => {
      const userId = await passwordReset.resetPassword(context, { ...params, ...body });
      // The session has just ended.
      if (request.session?.userId === userId) await request.control.end();
      return {};
    },
    { limit: { name: 'reset-follow-address', points: 60, seconds: 900, per: 'network' } },
  ),
];
