import { sql } from 'kysely';
import { formatDocumentTime } from '#domain/dates.ts';
import { siteMessages } from '#domain/messages/boards.ts';
import type { Context } from '#server/context.ts';
import { selectRows } from '#server/db/board-rows.ts';
import { type BoardJobScope, enterBoardAsNobody } from '#server/db/board-scope.ts';
import { type UserScope, withUserScope } from '#server/db/user-scope.ts';
import { forbidden, notFound, refused } from '#server/errors.ts';
import { endAllTrust } from '#server/features/access/devices/commands.ts';
import { queuePasswordReset } from '#server/features/access/recovery/commands.ts';
import { removeFactors, setOpening } from '#server/features/access/two-factor/commands.ts';
import { auditAccount } from '#server/features/core/audit/commands.ts';
import { queueMail } from '#server/features/core/mail/commands.ts';
import { queueSecurityNotice } from '#server/features/core/notices/commands.ts';
import { leaveRooms } from '#server/features/deciding/room/commands.ts';

export const signInResetMail = 'sign-in-reset';

interface Acting {
  readonly byUserId: string;
  readonly userId: string;
}

type UserAccess = { readonly is_disabled?: boolean; readonly is_site_admin?: boolean };

export async function setDisabled(context: Context, who: Acting, isDisabled: boolean): Promise<void> {
  if (who.byUserId === who.userId) throw refused(siteMessages.notYourself);
  await withUserScope(context, who.userId, async (scope) => {
    const isChanged = await setUserAccess(scope, who, { is_disabled: isDisabled });
    if (!isChanged) return;
    await auditAccount(scope, { action: isDisabled ? 'account.disabled' : 'account.enabled', byUserId: who.byUserId });
    const notice = isDisabled ? 'account-disabled' : 'account-enabled';
    await queueSecurityNotice(scope, context.secrets, { userId: who.userId, notice });
    if (!isDisabled) return;
    await eachBoardOf(context, scope, (board, memberId) => leaveRooms(board, memberId));
  });
}

/** Throws if no site admin would remain, even if requests run concurrently. */
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

const openingMs = 12 * 3_600_000;

/** If the user had a second factor, passwords and passkeys are rejected until a waiting time has passed. */
export async function resetSignIn(context: Context, { byUserId, userId }: Acting): Promise<void> {
  if (byUserId === userId) throw refused(siteMessages.notYourself);
  await withUserScope(context, userId, async (scope) => {
    await requireUser(scope);
    const hadFactor = await removeFactors(scope, { keepsPasskeys: false });
    if (hadFactor) await setOpening(scope, new Date(scope.now.getTime() + openingMs));
    const { email, opens_at: opensAt } = await requireUser(scope);
    const opens = opensAt !== null && opensAt > scope.now ? opensAt.toISOString() : null;
    await auditAccount(scope, { action: 'account.sign-in-reset', byUserId, detail: opens === null ? {} : { opens } });
    const elsewhere = context.config.links.passwordReset;
    const facts = {
      ...(opens === null ? {} : { opens: `${formatDocumentTime(opens, 'UTC')} UTC` }),
      ...(elsewhere === null ? {} : { password: elsewhere }),
    };
    const notice = elsewhere === null ? 'sign-in-reset' : 'sign-in-reset-elsewhere';
    await queueSecurityNotice(scope, context.secrets, { userId, notice, facts });
    if (elsewhere === null) await queuePasswordReset(scope.tx, scope.now, email);
    await tellBoardAdmins(context, scope, opens);
  });
}

async function eachBoardOf(
  context: Context,
  { tx, userId }: UserScope,
  act: (scope: BoardJobScope, memberId: string) => Promise<void>,
): Promise<void> {
  const boards = await sql<{ board_id: string; member_id: string }>`
    select board_id, member_id from gate.user_boards(${userId}::uuid, null)
  `.execute(tx);
  for (const { board_id: boardId, member_id: memberId } of boards.rows) {
    const entered = await enterBoardAsNobody(tx, context, boardId);
    if (entered !== null) await act(entered.scope, memberId);
  }
}

const tellBoardAdmins = (context: Context, scope: UserScope, opens: string | null): Promise<void> =>
  eachBoardOf(context, scope, async (board, subjectId) => {
    const admins = await selectRows(board, 'members', { status: 'active' })
      .select('id')
      .where('is_board_admin', '=', true)
      .where('id', '<>', subjectId)
      .execute();
    const sealed = opens === null ? {} : { opens };
    for (const { id: memberId } of admins)
      await queueMail(board, context.secrets, { kind: signInResetMail, memberId, subjectId, sealed });
  });

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

async function requireUser({ tx, userId }: UserScope) {
  const row = await tx.selectFrom('users').select(['email', 'opens_at']).where('id', '=', userId).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
