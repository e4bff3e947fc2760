import { sql } from 'kysely';
import { normaliseEmail } from '#domain/validation.ts';
import type { Context } from '#server/context.ts';
import { firstRow, selectValue } from '#server/db/select-value.ts';
import { type UserScope, withUserScope } from '#server/db/user-scope.ts';
import { AppError, invalid } from '#server/errors.ts';
import { completeSignIn } from '#server/features/access/devices/commands.ts';
import { redeemAfterChallenge } from '#server/features/access/invitations/redeeming/commands.ts';
import type { PendingSignIn } from '#server/features/access/session/commands.ts';
import { firstBoardOf } from '#server/features/access/session/queries.ts';
import { spendCode, spendRecovery } from '#server/features/access/two-factor/commands.ts';
import {
  type AttemptLimits,
  type AttemptSource,
  type SignInBrowser,
  takeAttempt,
} from '#server/http/attempt-source.ts';
import { logSecurity } from '#server/http/request-log.ts';
import type { ConnectionProof, PasswordProof, SessionControl } from '#server/http/session.ts';
import { hashToken } from '#server/secrets.ts';

const triesMax = 5;
const challengeLimits: AttemptLimits = {
  byNetwork: { name: 'two-factor-address', points: 60, seconds: 900 },
  byAccountHere: { name: 'two-factor-account-here', points: 10, seconds: 900 },
  byAccount: { name: 'two-factor-account', points: 20, seconds: 3600 },
  byDevice: { name: 'two-factor-device', points: 10, seconds: 900 },
};

interface PassedChallenge extends PendingSignIn {
  readonly account: string;
  readonly secondFactor: true;
}

interface Challenge {
  readonly userId: string;
  pass(scope: UserScope): Promise<void>;
  /** Call this after the transaction that called `pass` has committed. */
  passed(): Promise<PassedChallenge>;
}

/** Counts an attempt. Throws 419 if the pending sign-in is missing or used up, and 429 for too many attempts. */
export async function takeChallenge(
  context: Context,
  source: AttemptSource,
  token: string | undefined,
): Promise<Challenge> {
  if (token === undefined) throw new AppError('session-expired');
  // A request without a valid token does not count as an attempt, because the token cannot be guessed.
  const pending = await takeTry(context, token);
  const account = normaliseEmail(pending.email);
  const attempt = await takeAttempt(context, { source, account, limits: challengeLimits });
  return {
    userId: pending.user_id,
    pass: (scope) => endPending(scope, token),
    async passed() {
      await attempt.succeeded();
      return {
        userId: pending.user_id,
        proof: proofOf(pending),
        account,
        remember: pending.remember,
        next: pending.next,
        sealedInvitation: pending.sealed_invitation,
        secondFactor: true,
      };
    },
  };
}

/** Throws 422 for a wrong or used code. */
export async function passChallenge(
  context: Context,
  source: AttemptSource,
  given: {
    readonly token: string | undefined;
    readonly code?: string | undefined;
    readonly recovery_code?: string | undefined;
  },
): Promise<PassedChallenge> {
  const challenge = await takeChallenge(context, source, given.token);
  const { secrets } = context;
  const { code, recovery_code: recoveryCode = '' } = given;
  const facts = { ip: source.ip, user: challenge.userId, factor: code === undefined ? 'recovery-code' : 'app' };
  await withUserScope(context, challenge.userId, async (scope) => {
    const isRight =
      code === undefined ? await spendRecovery(scope, secrets, recoveryCode) : await spendCode(scope, secrets, code);
    if (!isRight) {
      logSecurity(context.log, 'code.wrong', facts);
      throw invalid({});
    }
    await challenge.pass(scope);
  });
  logSecurity(context.log, 'code.right', facts);
  return challenge.passed();
}

interface SigningIn extends Pick<SessionControl, 'setBoard'> {
  readonly browser: SignInBrowser;
  readonly shown: string | null;
  readonly trust: boolean;
}

export async function finishSignIn(
  context: Context,
  { next, sealedInvitation: sealed, ...who }: PassedChallenge,
  { browser, shown, trust, setBoard }: SigningIn,
): Promise<{ url: string }> {
  const { userId } = who;
  await completeSignIn(context, browser, { ...who, boardId: await firstBoardOf(context, { userId, shown }), trust });
  if (sealed === null) return { url: next };
  const { url, boardId } = await redeemAfterChallenge(context, { sealed, userId });
  if (boardId !== null) await setBoard(boardId);
  return { url };
}

interface PendingRow {
  readonly user_id: string;
  readonly checked_hash: string | null;
  readonly connection_id: string | null;
  readonly email: string;
  readonly remember: boolean;
  readonly next: string;
  readonly sealed_invitation: Buffer | null;
}

function proofOf({ checked_hash: hash, connection_id: connectionId }: PendingRow): PasswordProof | ConnectionProof {
  if (connectionId !== null) return { kind: 'connection', connectionId };
  if (hash === null) throw new AppError('session-expired');
  return { kind: 'password', hash };
}

async function takeTry(context: Context, token: string): Promise<PendingRow> {
  const row = await firstRow(
    context.db,
    sql<PendingRow>`select * from gate.try_pending_sign_in(${hashToken(token)}, ${context.clock.now()}, ${triesMax})`,
  );
  if (row === null) throw new AppError('session-expired');
  return row;
}

/** Only one of several concurrent requests succeeds. The others roll back, so their codes stay usable. */
async function endPending(scope: UserScope, token: string): Promise<void> {
  const hasEnded = await selectValue(scope.tx, sql<boolean>`gate.end_pending_sign_in(${hashToken(token)})`);
  if (!hasEnded) throw new AppError('session-expired');
}
