import type { BoardTransaction } from '#server/db/database.ts';
import { queueUserMail } from '#server/features/core/mail/commands.ts';
import type { Secrets } from '#server/secrets.ts';

/** What happened to an account that its owner must hear of, whoever did it. */
export const securityNotices = [
  'password-changed',
  'password-reset',
  'email-changed',
  'two-factor-on',
  'two-factor-off',
  'recovery-codes-renewed',
  'signed-out',
  'site-admin-on',
  'site-admin-off',
  'account-disabled',
  'account-enabled',
] as const;
export type SecurityNotice = (typeof securityNotices)[number];

export const securityNoticeMail = 'security-notice';

/**
 * Tells a user by mail what happened to their account, in the transaction in which it happened. No board is asked and
 * no choice holds it back: `queueSecurityNotice({ tx, now }, context.secrets, { userId, notice: 'two-factor-on' })`.
 */
export async function queueSecurityNotice(
  scope: { readonly tx: BoardTransaction; readonly now: Date },
  secrets: Secrets,
  about: {
    readonly userId: string;
    readonly notice: SecurityNotice;
    /** Where to, if not to the account's present address: the one that was just given up. */
    readonly address?: string;
  },
): Promise<void> {
  await queueUserMail(scope, secrets, {
    kind: securityNoticeMail,
    userId: about.userId,
    sealed: {
      notice: about.notice,
      at: scope.now.toISOString(),
      ...(about.address === undefined ? {} : { address: about.address }),
    },
  });
}
