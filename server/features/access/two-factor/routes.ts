import * as endpoints from '#contract/two-factor.ts';
import { twoFactorMessages } from '#domain/messages/sign-in.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { refused } from '#server/errors.ts';
import { readSetup } from '#server/features/core/boards/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { isConfirmed } from '#server/http/session.ts';
import { otpauthUrl, qrPicture } from '#server/integrations/one-time-codes/totp.ts';
import {
  beginSetup,
  endWeakerSessions,
  refuseWhereShut,
  renewRecoveryCodes,
  resetTwoFactor,
  setTwoFactorDuty,
  turnOn,
} from './commands.ts';
import { countRecoveryCodes, findTwoFactor, findWhatCodesFollow, hasPasskey } from './queries.ts';

export const twoFactorRoutes: readonly Route[] = [
  implement(endpoints.getTwoFactor, async ({ context, session }) =>
    withUserScope(context, session.userId, async (scope) => ({
      is_on: (await findTwoFactor(scope))?.confirmed_at instanceof Date,
      has_passkey: await hasPasskey(scope),
      recovery_codes_left: await countRecoveryCodes(scope),
      codes_follow: await findWhatCodesFollow(scope),
      confirmed: isConfirmed(session, scope.now),
    })),
  ),

  implement(endpoints.beginTwoFactor, async ({ context, session }) => {
    const { userId, email } = session;
    const key = await withUserScope(context, userId, async (scope) => {
      await refuseWhereShut(scope, session.id);
      return beginSetup(scope, context.secrets);
    });
    const url = otpauthUrl(key, { issuer: context.config.appName, account: email });
    return { key, qr: await qrPicture(url), url };
  }),

  implement(endpoints.turnOnTwoFactor, async ({ context, session, body }) =>
    withUserScope(context, session.userId, async (scope) => {
      await refuseWhereShut(scope, session.id);
      const codes = await turnOn(scope, context.secrets, body.code);
      if (codes.length > 0) await endWeakerSessions(scope, session.id);
      return { recovery_codes: codes };
    }),
  ),

  implement(endpoints.renewRecoveryCodes, async ({ context, session }) => ({
    recovery_codes: await withUserScope(context, session.userId, (scope) => renewRecoveryCodes(scope, context.secrets)),
  })),

  implement(endpoints.turnOffTwoFactor, async ({ context, session }) => {
    const { userId } = session;
    await withUserScope(context, userId, (scope) => resetTwoFactor(scope, context.secrets, { byUserId: userId }));
  }),

  implement(endpoints.setTwoFactorRequired, async ({ scope, body }) => {
    const { has_second_factor: hasSecondFactor } = await readSetup(scope);
    if (body.required && !hasSecondFactor) throw refused(twoFactorMessages.ownFirst);
    return setTwoFactorDuty(scope, body.required);
  }),
];
