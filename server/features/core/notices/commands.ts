import type { BoardTransaction } from '#server/db/database.ts';
import { queueUserMail } from '#server/features/core/mail/commands.ts';
import type { Secrets } from '#server/secrets.ts';
import type { NoticeFact, SecurityNotice } from './present.ts';

export const securityNoticeMail = 'security-notice';

export async function queueSecurityNotice(
  scope: { readonly tx: BoardTransaction; readonly now: Date },
  secrets: Secrets,
  about: {
    readonly userId: string;
    readonly notice: SecurityNotice;
    readonly address?: string;
    readonly facts?: Readonly<Partial<Record<NoticeFact, string>>>;
  },
): Promise<void> {
  await queueUserMail(scope, secrets, {
    kind: securityNoticeMail,
    userId: about.userId,
    sealed: {
      notice: about.notice,
      at: scope.now.toISOString(),
      ...(about.address === undefined ? {} : { address: about.address }),
      ...about.facts,
    },
  });
}
