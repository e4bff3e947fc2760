import { sql } from 'kysely';
import { normaliseEmail } from '#domain/validation.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import type { BoardTransaction } from '#server/db/database.ts';
import { selectValue } from '#server/db/select-value.ts';
import { enterUser } from '#server/db/user-scope.ts';
import { notFound } from '#server/errors.ts';
import type { ProvenIdentity } from '#server/features/access/session/commands.ts';
import { findSignIn } from '#server/features/access/session/queries.ts';
import { auditAccount } from '#server/features/core/audit/commands.ts';
import { queueUserMail } from '#server/features/core/mail/commands.ts';
import { queueSecurityNotice } from '#server/features/core/notices/commands.ts';
import { type AttemptLimits, type AttemptSource, takeAttempt } from '#server/http/attempt-source.ts';
import { createRateLimits, type RateLimit } from '#server/http/rate-limits.ts';
import { addJob } from '#server/jobs/queue.ts';
import { hashPassword, refuseEasyPassword } from '#server/passwords.ts';
import { hashToken, randomToken } from '#server/secrets.ts';

export const passwordResetMail = 'password-reset';
export const resetMinutes = 60;
export const openPasswordResetJob = 'open-password-reset';

const askingLimits: AttemptLimits = {
  byNetwork: { name: 'reset-ask-address', points: 30, seconds: 900 },
  byAccountHere: { name: 'reset-ask-account-here', points: 5, seconds: 3600 },
  byDevice: { name: 'reset-ask-device', points: 5, seconds: 3600 },
};
const askingByAccount: RateLimit = { name: 'reset-ask-account', points: 10, seconds: 3600 };

export const forgotPasswordUrl = (config: Pick<Config, 'appUrl' | 'links'>): string =>
  config.links.passwordReset ?? `${config.appUrl}/forgot-password`;

/**
 * Does the same work for every address, so that neither the response nor its duration reveals whether an account
 * exists.
 */
export async function requestPasswordReset(context: Context, source: AttemptSource, email: string): Promise<void> {
  refuseForeign(context);
  const account = normaliseEmail(email);
  const attempt = await takeAttempt(context, { source, account, limits: askingLimits });
  // Above the limit, sends no mail and reports no error.
  if (!attempt.isFromKnownDevice && !(await createRateLimits(context.pool).hasRoom(askingByAccount, account))) return;
  await context.db.transaction().execute((tx) => queuePasswordReset(tx, context.clock.now(), account));
}

export async function queuePasswordReset(tx: BoardTransaction, now: Date, account: string): Promise<void> {
  const id = await selectValue(tx, sql<string>`gate.request_password_reset(${account.toLowerCase()}, ${now})`);
  await addJob(tx, { name: openPasswordResetJob, payload: { request_id: id } });
}

/** Sends mail only if the address belongs to an enabled account. */
export async function openPasswordReset(context: Context, requestId: string): Promise<void> {
  const token = randomToken();
  const now = context.clock.now();
  const until = new Date(now.getTime() + resetMinutes * 60_000);
  await context.db.transaction().execute(async (tx) => {
    const keeperId = await selectValue(tx, sql<string | null>`gate.gave_password_up(${requestId}::uuid)`);
    const userId = await selectValue(
      tx,
      sql<string | null>`gate.open_password_reset(${requestId}::uuid, ${hashToken(token)}, ${until})`,
    );
    if (keeperId) await queueSecurityNotice({ tx, now }, context.secrets, { userId: keeperId, notice: 'no-password' });
    if (!userId) return;
    await queueUserMail({ tx, now }, context.secrets, { kind: passwordResetMail, userId, sealed: { token } });
  });
}

export async function findPasswordReset(context: Context, token: string): Promise<void> {
  refuseForeign(context);
  const isOpen = await selectValue(
    context.db,
    sql<boolean>`gate.is_password_reset_open(${hashToken(token)}, ${context.clock.now()})`,
  );
  if (!isOpen) throw notFound();
}

/** Ends every session of the user. */
export async function resetPassword(
  context: Context,
  given: { readonly token: string; readonly password: string },
): Promise<ProvenIdentity | 'needed' | 'later'> {
  await findPasswordReset(context, given.token);
  const passwordHash = await hashPassword(given.password);
  const account = await context.db.transaction().execute(async (tx) => {
    const userId = await selectValue(
      tx,
      sql<string | null>`gate.use_password_reset(${hashToken(given.token)}, ${passwordHash}, ${context.clock.now()})`,
    );
    if (userId === null) throw notFound();
    const scope = await enterUser(tx, context.clock, userId);
    const { first_name, last_name, email } = await tx
      .selectFrom('users')
      .select(['first_name', 'last_name', 'email'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    // If this throws, the transaction rolls back and the link stays usable.
    refuseEasyPassword(given.password, [context.config.appName, first_name, last_name, email]);
    await queueSecurityNotice(scope, context.secrets, { userId, notice: 'password-reset' });
    await auditAccount(scope, { action: 'password.reset', byUserId: userId });
    return normaliseEmail(email);
  });
  const found = await findSignIn(context, account);
  if (!found || found.is_disabled) return 'needed';
  if (found.opens_at !== null && found.opens_at > context.clock.now()) return 'later';
  const proof = { kind: 'password', hash: passwordHash } as const;
  return { userId: found.user_id, proof, account, hasSecondFactor: found.has_second_factor };
}

function refuseForeign(context: Context): void {
  if (context.config.links.passwordReset !== null) throw notFound();
}

export async function sweepAccountLinks({ clock, db }: Context): Promise<void> {
  await sql`select gate.sweep_account_links(${clock.now()})`.execute(db);
}
