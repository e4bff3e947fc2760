import { sql } from 'kysely';
import pg from 'pg';
import { accountMessages } from '#domain/messages/sign-in.ts';
import type { Context } from '#server/context.ts';
import { firstRow, selectValue } from '#server/db/select-value.ts';
import { enterUser, type UserScope } from '#server/db/user-scope.ts';
import { AppError, notFound, refused } from '#server/errors.ts';
import { auditAccount } from '#server/features/core/audit/commands.ts';
import { queueUserMail } from '#server/features/core/mail/commands.ts';
import { queueSecurityNotice } from '#server/features/core/notices/commands.ts';
import { createRateLimits, type RateLimit } from '#server/http/rate-limits.ts';
import { hashToken, randomToken, type Secrets } from '#server/secrets.ts';
import { shownEmail } from '#server/shown-email.ts';

export const confirmEmailMail = 'confirm-email';
export const emailTakenMail = 'email-taken';
export const emailChangeHours = 24;

const askingByUser: RateLimit = { name: 'email-change-user', points: 10, seconds: 3600 };

export const limitEmailChange = (context: Context, userId: string): Promise<void> =>
  createRateLimits(context.pool).take(askingByUser, userId);

/** Throws 419 if the password has changed since it was checked. */
export async function beginEmailChange(
  scope: UserScope,
  secrets: Secrets,
  given: { readonly address: string; readonly sessionId: string; readonly checkedHash: string | null },
): Promise<void> {
  const { tx, userId, now } = scope;
  const { address, sessionId, checkedHash } = given;
  const token = randomToken();
  const until = new Date(now.getTime() + emailChangeHours * 3_600_000);
  const hasBegun = await selectValue(
    tx,
    sql<boolean>`gate.begin_email_change(
      ${userId}::uuid, ${sessionId}::uuid, ${checkedHash}, ${address}, ${hashToken(token)}, ${now}, ${until}
    )`,
  );
  if (!hasBegun) throw new AppError('session-expired');
  const holder = await firstRow(
    tx,
    sql<{ is_disabled: boolean }>`select is_disabled from gate.find_sign_in(${address})`,
  );
  if (holder?.is_disabled) return;
  // If the address belongs to another account, the mail must not contain a token.
  const mail = holder
    ? { kind: emailTakenMail, sealed: { address } }
    : { kind: confirmEmailMail, sealed: { token, address } };
  await queueUserMail(scope, secrets, { userId, ...mail });
}

export async function confirmEmailChange(context: Context, token: string): Promise<string> {
  try {
    return await context.db.transaction().execute(async (tx) => {
      const change = await firstRow(
        tx,
        sql<{ user_id: string; old_email: string; new_email: string }>`
          select * from gate.confirm_email_change(${hashToken(token)}, ${context.clock.now()})
        `,
      );
      if (!change) throw notFound();
      const { user_id: userId, old_email: address } = change;
      const scope = await enterUser(tx, context.clock, userId);
      await queueSecurityNotice(scope, context.secrets, { userId, notice: 'email-changed', address });
      await auditAccount(scope, { action: 'email.changed', byUserId: userId });
      return shownEmail(change.new_email);
    });
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'users_email') {
      throw refused(accountMessages.emailTaken);
    }
    throw error;
  }
}

export async function dropEmailChange(scope: UserScope): Promise<void> {
  await sql`select gate.drop_email_change(${scope.userId}::uuid)`.execute(scope.tx);
}
