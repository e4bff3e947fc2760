import { TOTP } from 'otpauth';
import { clockOf } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { beginSetup, turnOn } from '#server/features/access/two-factor/commands.ts';

export type SecondFactor = Awaited<ReturnType<typeof makeSecondFactor>>;

export const appCode = (key: string, instant: Date): string =>
  new TOTP({ secret: key }).generate({ timestamp: instant.getTime() });

/** Sets up two-factor authentication five minutes in the past, so that the current code is unused. */
export async function makeSecondFactor(context: Context, userId: string) {
  const earlier = new Date(context.clock.now().getTime() - 5 * 60_000);
  const opening = { db: context.db, clock: clockOf(() => earlier) };
  return withUserScope(opening, userId, async (scope) => {
    const key = await beginSetup(scope, context.secrets);
    const recoveryCodes = await turnOn(scope, context.secrets, appCode(key, earlier));
    return { codeAt: (instant: Date) => appCode(key, instant), recoveryCodes };
  });
}
