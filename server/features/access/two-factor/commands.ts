import { twoFactorInvalidCode, twoFactorMessages } from '#domain/messages.ts';
import { isOneTimeCode, oneTimeCodeInput } from '#domain/one-time-code.ts';
import type { UserScope } from '#server/db/user-scope.ts';
import { invalid, refused } from '#server/errors.ts';
import { auditAccount } from '#server/features/core/audit/account.ts';
import { queueSecurityNotice } from '#server/features/core/notices/security-notice.ts';
import type { Secrets } from '#server/secrets.ts';
import { findTwoFactor } from './queries.ts';
import { replaceRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts';
import { newSecret, stepOfCode } from './totp.ts';

const sealing = 'two-factor';
/** Long enough to find the phone; then a secret that was shown and not used is replaced. */
const setupMsMax = 3_600_000;

/** The secret to scan: the one that was shown a moment ago, or a new one. */
export async function beginSetup(scope: UserScope, secrets: Secrets): Promise<string> {
  const known = await findTwoFactor(scope);
  if (known?.confirmed_at) throw refused(twoFactorMessages.onAlready);
  if (known && scope.now.getTime() - known.created_at.getTime() < setupMsMax) {
    return secrets.unseal(sealing, known.sealed_secret);
  }
  const secret = newSecret();
  const fresh = { sealed_secret: secrets.seal(sealing, secret), created_at: scope.now };
  await scope.tx
    .insertInto('two_factors')
    .values({ user_id: scope.userId, ...fresh })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(fresh).where('two_factors.confirmed_at', 'is', null),
    )
    .execute();
  return secret;
}

/** Turns it on by the first code, which is thereby spent. Answers the recovery codes, which nobody sees again. */
export async function turnOn(scope: UserScope, secrets: Secrets, code: string): Promise<string[]> {
  const known = await findTwoFactor(scope);
  if (!known) throw refused(twoFactorMessages.setupGone);
  if (known.confirmed_at) throw refused(twoFactorMessages.onAlready);
  const step = stepOfTyped(secrets.unseal(sealing, known.sealed_secret), code, scope.now);
  if (step === null) throw invalid({ code: twoFactorInvalidCode });
  const confirmed = await scope.tx
    .updateTable('two_factors')
    .set({ confirmed_at: scope.now, last_used_step: step })
    .where('user_id', '=', scope.userId)
    .where('sealed_secret', '=', known.sealed_secret)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  if (!confirmed) throw refused(twoFactorMessages.onAlready);
  await tell(scope, secrets, { action: 'two-factor.turned-on', notice: 'two-factor-on', byUserId: scope.userId });
  return replaceRecoveryCodes(scope, secrets);
}

export async function renewRecoveryCodes(scope: UserScope, secrets: Secrets): Promise<string[]> {
  const known = await findTwoFactor(scope);
  if (!known?.confirmed_at) throw refused(twoFactorMessages.offAlready);
  const action = 'two-factor.codes-renewed';
  await tell(scope, secrets, { action, notice: 'recovery-codes-renewed', byUserId: scope.userId });
  return replaceRecoveryCodes(scope, secrets);
}

/** Signing in asks for the password alone again. `byUserId`: the user, or the site admin who helps out. */
export async function resetTwoFactor(
  scope: UserScope,
  secrets: Secrets,
  { byUserId }: { readonly byUserId: string },
): Promise<void> {
  const removed = await scope.tx
    .deleteFrom('two_factors')
    .where('user_id', '=', scope.userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  if (!removed?.confirmed_at) return;
  const action = byUserId === scope.userId ? 'two-factor.turned-off' : 'two-factor.reset';
  await tell(scope, secrets, { action, notice: 'two-factor-off', byUserId });
}

/** Spends a code of the app: it, and every one before it, opens nothing any more. False when it opened nothing. */
export async function spendCode(scope: UserScope, secrets: Secrets, code: string): Promise<boolean> {
  const known = await findTwoFactor(scope);
  if (!known?.confirmed_at) return false;
  const step = stepOfTyped(secrets.unseal(sealing, known.sealed_secret), code, scope.now);
  if (step === null) return false;
  const spent = await scope.tx
    .updateTable('two_factors')
    .set({ last_used_step: step })
    .where('user_id', '=', scope.userId)
    .where('confirmed_at', 'is not', null)
    .where('last_used_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return spent !== undefined;
}

/** The other way in, for who has not got the app at hand. */
export async function spendRecovery(scope: UserScope, secrets: Secrets, code: string): Promise<boolean> {
  const spent = await spendRecoveryCode(scope, secrets, code);
  if (spent) await auditAccount(scope, { action: 'two-factor.recovery-code-used', byUserId: scope.userId });
  return spent;
}

function stepOfTyped(secret: string, typed: string, now: Date): number | null {
  const code = oneTimeCodeInput(typed);
  return isOneTimeCode(code) ? stepOfCode(secret, code, now) : null;
}

async function tell(
  scope: UserScope,
  secrets: Secrets,
  what: {
    readonly action: string;
    readonly notice: 'two-factor-on' | 'two-factor-off' | 'recovery-codes-renewed';
    readonly byUserId: string;
  },
): Promise<void> {
  const { userId } = scope;
  await auditAccount(scope, { action: what.action, byUserId: what.byUserId });
  await queueSecurityNotice(scope, secrets, { userId, notice: what.notice });
}
