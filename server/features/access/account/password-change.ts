import { sql } from 'kysely';
import { accountMessages } from '#domain/messages.ts';
import type { Context } from '#server/context.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { refused } from '#server/errors.ts';
import type { Caller } from '#server/features/access/session/caller.ts';
import { checkOwnPassword } from '#server/features/access/session/confirm-password.ts';
import { hashPassword } from '#server/features/access/session/password.ts';
import { refuseEasyPassword } from '#server/features/access/session/refuse-easy-password.ts';
import { auditAccount } from '#server/features/core/audit/account.ts';
import { queueSecurityNotice } from '#server/features/core/notices/security-notice.ts';
import type { Session } from '#server/http/session.ts';

/**
 * Sets a new password for whoever knows the present one, and answers its hash. Every session of the account ends, this one
 * too: the route begins it anew under another token. Of many at once, one succeeds.
 */
export async function changePassword(
  context: Context,
  given: { readonly session: Session; readonly caller: Caller; readonly current: string; readonly wanted: string },
): Promise<string> {
  const { session, caller, current, wanted } = given;
  const errors = { current_password: accountMessages.wrongPassword };
  const before = await checkOwnPassword(context, { session, password: current, caller, errors });
  refuseEasyPassword(wanted, [context.config.appName, session.firstName, session.lastName, session.email]);
  const after = await hashPassword(wanted);
  await withUserScope(context, session.userId, async (scope) => {
    const changed = await sql<{ done: boolean }>`
      select gate.change_password(${scope.userId}::uuid, ${before}, ${after}, ${scope.now}) as done
    `.execute(scope.tx);
    if (!changed.rows[0]?.done) throw refused(accountMessages.passwordChangedMeanwhile);
    await queueSecurityNotice(scope, context.secrets, { userId: scope.userId, notice: 'password-changed' });
    await auditAccount(scope, { action: 'password.changed', byUserId: scope.userId });
  });
  return after;
}
