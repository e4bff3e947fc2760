import * as endpoints from '#contract/account.ts';
import type { Context } from '#server/context.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { completeSignIn } from '#server/features/access/devices/commands.ts';
import * as passwordReset from '#server/features/access/recovery/commands.ts';
import { type ProvenIdentity, startPendingSignIn } from '#server/features/access/session/commands.ts';
import { firstBoardOf } from '#server/features/access/session/queries.ts';
import { listUserBoards } from '#server/features/core/boards/queries.ts';
import { attemptSourceOf, signInBrowserOf } from '#server/http/attempt-source.ts';
import { rememberedBoard } from '#server/http/cookies.ts';
import { implement, type RequestContext, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import * as emailChange from './email-change/commands.ts';
import { findEmailChange, loadAccount } from './queries.ts';

export const accountRoutes: readonly Route[] = [
  implement(endpoints.getAccount, async ({ context, session }) => {
    const boards = await listUserBoards(context, { userId: session.userId, sessionId: session.id });
    return withUserScope(context, session.userId, async (scope) => ({
      account: await loadAccount(scope, boards),
    }));
  }),

  implement(endpoints.saveAccount, async ({ context, request, session, body }) => ({
    account: await commands.save(context, { session, source: attemptSourceOf(request), given: body }),
  })),

  implement(endpoints.dropEmailChange, async ({ context, session }) => {
    await withUserScope(context, session.userId, emailChange.dropEmailChange);
  }),

  implement(endpoints.changePassword, async ({ context, request, session, body }) => {
    await commands.changePassword(context, {
      session,
      source: attemptSourceOf(request),
      current: body.current_password,
      wanted: body.password,
    });
    await request.control.confirm();
  }),

  implement(endpoints.setPassword, async ({ context, session, body }) => {
    await commands.setPassword(context, session, body.password);
  }),

  implement(endpoints.removePassword, async ({ context, session }) => {
    await withUserScope(context, session.userId, (scope) => commands.removePassword(scope, context.secrets));
  }),

  implement(endpoints.getEmailChange, async ({ context, params }) => ({
    email: await findEmailChange(context, params.token),
  })),

  implement(
    endpoints.confirmEmailChange,
    async ({ context, params }) => ({ email: await emailChange.confirmEmailChange(context, params.token) }),
    { limit: { name: 'email-change-follow', points: 60, seconds: 900, per: 'network' } },
  ),

  implement(endpoints.forgotPassword, async ({ context, request, body }) => {
    await passwordReset.requestPasswordReset(context, attemptSourceOf(request), body.email);
  }),

  implement(endpoints.getPasswordReset, async ({ context, params }) => {
    await passwordReset.findPasswordReset(context, params.token);
  }),

  implement(
    endpoints.resetPassword,
    async ({ context, request, params, body }) => {
      const who = await passwordReset.resetPassword(context, { ...params, ...body });
      if (who === 'needed' || who === 'later') return { sign_in: who };
      return { sign_in: await signInAfterReset(context, request, who) };
    },
    { limit: { name: 'reset-follow-address', points: 60, seconds: 900, per: 'network' } },
  ),
];

async function signInAfterReset(
  context: Context,
  request: RequestContext,
  { hasSecondFactor, ...who }: ProvenIdentity,
): Promise<'done' | 'two-factor'> {
  if (hasSecondFactor) {
    const pending = { ...who, remember: false, next: '/home', sealedInvitation: null };
    await request.control.holdPending(await startPendingSignIn(context, pending));
    return 'two-factor';
  }
  const boardId = await firstBoardOf(context, { userId: who.userId, shown: rememberedBoard(context, request) });
  await completeSignIn(context, signInBrowserOf(context, request), { ...who, boardId, remember: false });
  return 'done';
}
