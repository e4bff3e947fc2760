import { sql } from 'kysely';
import { siteMessages } from '#domain/messages/boards.ts';
import type { Context } from '#server/context.ts';
import { type UserScope, withUserScope } from '#server/db/user-scope.ts';
import { forbidden, notFound, refused } from '#server/errors.ts';
import { endAllTrust } from '#server/features/access/devices/commands.ts';
import { resetTwoFactor } from '#server/features/access/two-factor/commands.ts';
import { auditAccount } from '#server/features/core/audit/commands.ts';
import { queueSecurityNotice } from '#server/features/core/notices/commands.ts';

interface Acting {
  readonly byUserId: string;
  readonly userId: string;
}

type UserAccess = { readonly is_disabled?: boolean; readonly is_site_admin?: boolean };

/** Nobody disables themselves. */
export async function setDisabled(context: Context, who: Acting, isDisabled: boolean): Promise<void> {
  if (who.byUserId === who.userId) throw refused(siteMessages.notYourself);
  await withUserScope(context, who.userId, async (scope) => {
    const isChanged = await setUserAccess(scope, who, { is_disabled: isDisabled });
    if (!isChanged) return;
    await auditAccount(scope, { action: isDisabled ? 'account.disabled' : 'account.enabled', byUserId: who.byUserId });
    const notice = isDisabled ? 'account-disabled' : 'account-enabled';
    await queueSecurityNotice(scope, context.secrets, { userId: who.userId, notice });
  });
}

/** One site admin always remains, also in a race. */
export async function setSiteAdmin(context: Context, who: Acting, isSiteAdmin: boolean): Promise<void> {
  await withUserScope(context, who.userId, async (scope) => {
    const isChanged = await setUserAccess(scope, who, { is_site_admin: isSiteAdmin });
    if (!isChanged) return;
    await auditAccount(scope, {
      action: isSiteAdmin ? 'account.made-site-admin' : 'account.site-admin-removed',
      byUserId: who.byUserId,
    });
    const notice = isSiteAdmin ? 'site-admin-on' : 'site-admin-off';
    await queueSecurityNotice(scope, context.secrets, { userId: who.userId, notice });
  });
}

export async function resetUsersTwoFactor(context: Context, { byUserId, userId }: Acting): Promise<void> {
  if (byUserId === userId) throw refused(siteMessages.notYourself);
  await withUserScope(context, userId, async (scope) => {
    await requireUser(scope);
    await resetTwoFactor(scope, context.secrets, { byUserId });
  });
}

/** Ends sessions and pending sign-ins. */
export async function signOut(context: Context, { byUserId, userId }: Acting): Promise<void> {
  await withUserScope(context, userId, async (scope) => {
    await requireUser(scope);
    const { rows } = await sql<{ ended: string }>`select gate.end_sign_ins(${userId}::uuid) as ended`.execute(scope.tx);
    const ended = Number(rows[0]?.ended ?? 0);
    await endAllTrust(scope);
    await auditAccount(scope, { action: 'session.ended-by-site-admin', byUserId, detail: { sessions: ended } });
    await queueSecurityNotice(scope, context.secrets, { userId, notice: 'signed-out' });
  });
}

/** Returns whether anything changed. */
async function setUserAccess(scope: UserScope, { byUserId, userId }: Acting, wanted: UserAccess): Promise<boolean> {
  const { is_disabled: disable = null, is_site_admin: siteAdmin = null } = wanted;
  const { rows } = await sql<{ outcome: string }>`
    select gate.set_user_access(
      ${byUserId}::uuid, ${userId}::uuid, ${disable}::boolean, ${siteAdmin}::boolean, ${scope.now}::timestamptz
    ) as outcome
  `.execute(scope.tx);
  switch (rows[0]?.outcome) {
    case 'done':
      return true;
    case 'same':
      return false;
    case 'last':
      throw refused(siteMessages.lastSiteAdmin);
    case 'refused':
      throw forbidden();
    default:
      throw notFound();
  }
}

async function requireUser(scope: UserScope): Promise<void> {
  const row = await scope.tx.selectFrom('users').select('id').where('id', '=', scope.userId).executeTakeFirst();
  if (!row) throw notFound();
}
