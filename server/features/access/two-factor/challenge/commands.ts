import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { type UserScope, withUserScope } from '#server/db/user-scope.ts';
import { AppError, invalid } from '#server/errors.ts';
import { spendCode, spendRecovery } from '#server/features/access/two-factor/commands.ts';
import { type AttemptLimits, type AttemptSource, takeAttempt } from '#server/http/attempt-source.ts';
import { logSecurity } from '#server/http/request-log.ts';
import { hashToken } from '#server/secrets.ts';

/** Then the password is required again. */
const triesMax = 5;
const challengeLimits: AttemptLimits = {
  byNetwork: { name: 'two-factor-address', points: 60, seconds: 900 },
  byAccountHere: { name: 'two-factor-account-here', points: 10, seconds: 900 },
  byAccount: { name: 'two-factor-account', points: 20, seconds: 3600 },
  byDevice: { name: 'two-factor-device', points: 10, seconds: 900 },
};

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
  source: AttemptSource,
  given: {
    readonly token: string | undefined;
    readonly code?: string | undefined;
    readonly recovery_code?: string | undefined;
  },
): Promise<PassedChallenge> {
  const { token } = given;
  if (token === undefined) throw new AppError('session-expired');
  // The token cannot be guessed, so a request without one is not counted.
  const pending = await takeTry(context, token);
  const account = pending.email.toLowerCase();
  const attempt = await takeAttempt(context, { source, account, limits: challengeLimits });

  const { secrets } = context;
  const { code, recovery_code: recoveryCode = '' } = given;
  const facts = { ip: source.ip, user: pending.user_id, factor: code === undefined ? 'recovery-code' : 'app' };
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
  await attempt.succeeded();
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
