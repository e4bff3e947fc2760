import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { type UserScope, withUserScope } from '#server/db/user-scope.ts';
import { AppError, invalid } from '#server/errors.ts';
import { spendCode, spendRecovery } from '#server/features/access/two-factor/commands.ts';
import type { AttemptSource } from '#server/http/attempt-source.ts';
import { knownDevice } from '#server/http/attempt-source.ts';
import { createRateLimits, networkOf, type RateLimit } from '#server/http/rate-limits.ts';
import { logSecurity } from '#server/http/request-log.ts';
import { hashToken } from '#server/secrets.ts';

/** Then the password is required again. */
const triesMax = 5;
/** Failures only; success resets the account's. */
const byAddress: RateLimit = { name: 'two-factor-address', points: 60, seconds: 900 };
const byAccountHere: RateLimit = { name: 'two-factor-account-here', points: 10, seconds: 900 };
/** By somebody who has the password, from many addresses. */
const byAccount: RateLimit = { name: 'two-factor-account', points: 20, seconds: 3600 };
/** Instead, for a browser that has completed a sign-in, so that the owner is not locked out. */
const byDevice: RateLimit = { name: 'two-factor-device', points: 10, seconds: 900 };

export interface PassedChallenge {
  readonly userId: string;
  readonly checkedHash: string;
  readonly account: string;
  readonly remember: boolean;
  readonly next: string;
  readonly sealedInvitation: Buffer | null;
}

/** 419: none pending or no tries left; 422: a wrong or spent code; 429: too many tries. */
export async function passChallenge(
  context: Context,
  caller: AttemptSource,
  given: {
    readonly token: string | undefined;
    readonly code?: string | undefined;
    readonly recovery_code?: string | undefined;
  },
): Promise<PassedChallenge> {
  const { token } = given;
  if (token === undefined) throw new AppError('session-expired');
  const limits = createRateLimits(context.pool);
  const network = networkOf(caller.ip);
  // The token cannot be guessed, so a request without one is not counted.
  const pending = await takeTry(context, token);
  const account = pending.email.toLowerCase();
  const here = `${account}|${network}`;
  const device = knownDevice(context, caller, account);
  if (device === null) {
    await limits.take(byAddress, network);
    await limits.take(byAccountHere, here);
    await limits.take(byAccount, account);
  } else {
    await limits.take(byDevice, device);
  }

  const { secrets } = context;
  const { code, recovery_code: recoveryCode = '' } = given;
  const facts = { ip: caller.ip, user: pending.user_id, factor: code === undefined ? 'recovery-code' : 'app' };
  await withUserScope(context, pending.user_id, async (scope) => {
    const isRight =
      code === undefined ? await spendRecovery(scope, secrets, recoveryCode) : await spendCode(scope, secrets, code);
    if (!isRight) {
      logSecurity(context.log, 'code.wrong', facts);
      throw invalid({});
    }
    await endPending(scope, token);
  });
  logSecurity(context.log, 'code.right', facts);

  if (device === null) {
    await limits.forget(byAccountHere, here);
    await limits.giveBack(byAddress, network);
    await limits.giveBack(byAccount, account);
  } else {
    await limits.forget(byDevice, device);
  }
  return {
    userId: pending.user_id,
    checkedHash: pending.checked_hash,
    account,
    remember: pending.remember,
    next: pending.next,
    sealedInvitation: pending.sealed_invitation,
  };
}

interface PendingRow {
  readonly user_id: string;
  readonly checked_hash: string;
  readonly email: string;
  readonly remember: boolean;
  readonly next: string;
  readonly sealed_invitation: Buffer | null;
}

async function takeTry(context: Context, token: string): Promise<PendingRow> {
  const found = await sql<PendingRow>`
    select * from gate.try_pending_sign_in(${hashToken(token)}, ${context.clock.now()}, ${triesMax})
  `.execute(context.db);
  const row = found.rows[0];
  if (!row) throw new AppError('session-expired');
  return row;
}

/** One of two correct codes opens a session; the other is not spent. */
async function endPending(scope: UserScope, token: string): Promise<void> {
  const ended = await sql<{ done: boolean }>`
    select gate.end_pending_sign_in(${hashToken(token)}) as done
  `.execute(scope.tx);
  if (!ended.rows[0]?.done) throw new AppError('session-expired');
}
