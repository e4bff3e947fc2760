import {
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
import { canAskTwoFactorOfBoard } from '#server/features/core/boards/policy.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { isPasswordConfirmed } from '#server/http/session.ts';
import { otpauthUrl, qrPicture } from '#server/integrations/one-time-codes/totp.ts';
import { beginSetup, renewRecoveryCodes, resetTwoFactor, setTwoFactorDuty, turnOn } from './commands.ts';
import { countRecoveryCodes, findTwoFactor } from './queries.ts';

export const twoFactorRoutes: readonly Route[] = [
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
