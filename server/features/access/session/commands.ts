import { sql } from 'kysely';
import type { Theme, ViewerSize } from '#contract/start.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { opensLater } from '#domain/messages/sign-in.ts';
import { normaliseEmail } from '#domain/validation.ts';
import type { Context } from '#server/context.ts';
import { selectValue } from '#server/db/select-value.ts';
import type { UserScope } from '#server/db/user-scope.ts';
import { AppError, invalid, refused } from '#server/errors.ts';
import { type AttemptLimits, type AttemptSource, takeAttempt } from '#server/http/attempt-source.ts';
import { createRateLimits, type RateLimit } from '#server/http/rate-limits.ts';
import { logSecurity } from '#server/http/request-log.ts';
import type { ConnectionProof, PasswordProof, Session } from '#server/http/session.ts';
import { isPasswordOf } from '#server/passwords.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import { findSignIn } from './queries.ts';

const confirmLimits: AttemptLimits = {
  byAccountHere: { name: 'confirm-password', points: 10, seconds: 900 },
  byDevice: { name: 'confirm-password-device', points: 10, seconds: 900 },
};
/** Limits password guesses in one session, even from many networks. */
const bySession: RateLimit = { name: 'confirm-password-session', points: 30, seconds: 12 * 3600 };

/** Throws 422 with `errors` for a wrong password. */
export async function checkOwnPassword(
  context: Context,
  given: {
    readonly session: Session;
    readonly password: string;
    readonly source: AttemptSource;
    readonly errors?: Readonly<Record<string, string>>;
  },
): Promise<string> {
  const limits = createRateLimits(context.pool);
  const { session, source } = given;
  const account = normaliseEmail(session.email);
  const attempt = await takeAttempt(context, { source, account, userId: session.userId, limits: confirmLimits });
  await limits.take(bySession, session.id);
  const row = await findSignIn(context, session.email);
  const matches = await isPasswordOf(row?.password_hash ?? null, given.password);
  const facts = { ip: source.ip, user: session.userId, factor: 'password' };
  if (!row?.password_hash || !matches) {
    logSecurity(context.log, 'password.wrong', facts);
    throw invalid(given.errors ?? {});
  }
  logSecurity(context.log, 'password.right', facts);
  await attempt.succeeded();
  await limits.forget(bySession, session.id);
  return row.password_hash;
}

const pendingMinutes = 10;

export interface PendingSignIn {
  readonly userId: string;
  readonly proof: PasswordProof | ConnectionProof;
  readonly remember: boolean;
  readonly next: string;
  readonly sealedInvitation: Buffer | null;
}

/** Throws 419 if the proof of identity is no longer valid. */
export async function startPendingSignIn(context: Context, pending: PendingSignIn): Promise<string> {
  const token = randomToken();
  const now = context.clock.now();
  const until = new Date(now.getTime() + pendingMinutes * 60_000);
  const { proof } = pending;
  const [hash, connection] = proof.kind === 'password' ? [proof.hash, null] : [null, proof.connectionId];
  const id = await selectValue(
    context.db,
    sql<
      string | null
    >`gate.start_pending_sign_in(${pending.userId}::uuid, ${hash}, ${connection}::uuid, ${hashToken(token)},
      ${pending.remember}, ${pending.next}, ${pending.sealedInvitation}::bytea, ${now}, ${until})`,
  );
  if (id === null) throw new AppError('session-expired');
  return token;
}

const signInLimits: AttemptLimits = {
  byNetwork: { name: 'sign-in-address', points: 60, seconds: 900 },
  byAccountHere: { name: 'sign-in-account-here', points: 10, seconds: 900 },
  byAccount: { name: 'sign-in-account', points: 50, seconds: 3600 },
  byDevice: { name: 'sign-in-device', points: 10, seconds: 900 },
};

export interface ProvenIdentity {
  readonly userId: string;
  readonly proof: PasswordProof;
  readonly account: string;
  readonly hasSecondFactor: boolean;
}

/** Throws 422 without saying which credential is wrong, and 429 for too many attempts. */
export async function checkCredentials(
  context: Context,
  source: AttemptSource,
  given: { readonly email: string; readonly password: string },
): Promise<ProvenIdentity> {
  const account = normaliseEmail(given.email);
  const attempt = await takeAttempt(context, { source, account, limits: signInLimits });
  const row = await findSignIn(context, account);
  const matches = await isPasswordOf(row?.password_hash ?? null, given.password);
  const facts = { ip: source.ip, user: row?.user_id ?? null, factor: 'password' };
  if (!row?.password_hash || !matches) {
    logSecurity(context.log, 'password.wrong', facts);
    throw invalid({});
  }
  if (row.is_disabled) {
    logSecurity(context.log, 'account.disabled', facts);
    throw new AppError('forbidden');
  }
  logSecurity(context.log, 'password.right', facts);
  await attempt.succeeded();
  refuseEarly(context, row.opens_at);
  const proof = { kind: 'password', hash: row.password_hash } as const;
  return { userId: row.user_id, proof, account, hasSecondFactor: row.has_second_factor };
}

/** Call this only after checking the credentials, because the error reveals that the account exists. */
export function refuseEarly({ clock }: Context, opensAt: Date | null): void {
  if (opensAt !== null && opensAt > clock.now()) throw refused(opensLater(`${formatDocumentTime(opensAt, 'UTC')} UTC`));
}

export async function rememberChoice(
  scope: UserScope,
  choice: { readonly theme: Theme } | { readonly viewer_size: ViewerSize },
): Promise<void> {
  await scope.tx.updateTable('users').set(choice).where('id', '=', scope.userId).execute();
}

const mailKeptDays = 90;
/** Maximum number of rows deleted per table in one run. The limit keeps transactions short. */
const sweptMax = 10_000;

export async function sweepExpired({ clock, db }: Context): Promise<void> {
  await sql`select gate.sweep_expired(${clock.now()})`.execute(db);
  const mailBefore = new Date(clock.now().getTime() - mailKeptDays * 86_400_000);
  await sql`select gate.sweep_mail(${mailBefore}::timestamptz, ${sweptMax}::int)`.execute(db);
  // The rate limiter sets `expire` from this machine's clock, in milliseconds.
  await db.deleteFrom('rate_limits').where('expire', '<', Date.now()).execute();
}
