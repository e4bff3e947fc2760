import {
  answerChallenge,
  beginTwoFactor,
  getTwoFactor,
  renewRecoveryCodes as renewCodesEndpoint,
  setTwoFactorRequired as setDutyEndpoint,
  turnOffTwoFactor,
  turnOnTwoFactor,
} from '#contract/two-factor.ts';
import { twoFactorMessages } from '#domain/messages/sign-in.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { refused } from '#server/errors.ts';
import { redeemAfterChallenge } from '#server/features/access/invitations/redeeming/commands.ts';
import { completeSignIn } from '#server/features/access/session/commands.ts';
import { canAskTwoFactorOfBoard } from '#server/features/core/boards/policy.ts';
import { attemptSourceOf } from '#server/http/attempt-source.ts';
import { cookieNames } from '#server/http/cookies.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { isPasswordConfirmed } from '#server/http/session.ts';
import { otpauthUrl, qrPicture } from '#server/integrations/one-time-codes/totp.ts';
import { passChallenge } from './challenge/commands.ts';
import {
  beginSetup,
  countRecoveryCodes,
  renewRecoveryCodes,
  resetTwoFactor,
  setTwoFactorDuty,
  turnOn,
} from './commands.ts';
import { findTwoFactor } from './queries.ts';

export const twoFactorRoutes: readonly Route[] = [
  implement(answerChallenge, async ({ context, request, body }) => {
    const passed = await passChallenge(context, attemptSourceOf(request), {
      ...body,
      token: request.cookie(cookieNames.pending),
    });
    await completeSignIn(context, request, passed);
    const { userId, sealedInvitation: sealed } = passed;
    if (sealed === null) return { url: passed.next };
    const joined = await redeemAfterChallenge(context, { sealed, userId });
    if (joined.kind === 'redeemed') await request.control.setBoard(joined.boardId);
    return { url: joined.kind === 'redeemed' ? joined.url : `/inv/${joined.token}` };
  }),

  implement(getTwoFactor, async ({ context, session }) =>
    withUserScope(context, session.userId, async (scope) => ({
      is_on: (await findTwoFactor(scope))?.confirmed_at instanceof Date,
      recovery_codes_left: await countRecoveryCodes(scope),
      password_confirmed: isPasswordConfirmed(session, scope.now),
    })),
  ),

  implement(beginTwoFactor, async ({ context, session }) => {
    const { userId, email } = session;
    const key = await withUserScope(context, userId, (scope) => beginSetup(scope, context.secrets));
    const url = otpauthUrl(key, { issuer: context.config.appName, account: email });
    return { key, qr: await qrPicture(url), url };
  }),

  implement(turnOnTwoFactor, async ({ context, session, body }) => ({
    recovery_codes: await withUserScope(context, session.userId, (scope) => turnOn(scope, context.secrets, body.code)),
  })),

  implement(renewCodesEndpoint, async ({ context, session }) => ({
    recovery_codes: await withUserScope(context, session.userId, (scope) => renewRecoveryCodes(scope, context.secrets)),
  })),

  implement(turnOffTwoFactor, async ({ context, session }) => {
    const { userId } = session;
    await withUserScope(context, userId, (scope) => resetTwoFactor(scope, context.secrets, { byUserId: userId }));
    return {};
  }),

  implement(setDutyEndpoint, async ({ scope, request, body }) => {
    const isAllowed = !body.required || (request.session !== null && canAskTwoFactorOfBoard(request.session));
    if (!isAllowed) throw refused(twoFactorMessages.ownFirst);
    return setTwoFactorDuty(scope, body.required);
  }),
];
