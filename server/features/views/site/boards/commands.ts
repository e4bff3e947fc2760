import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { createSiteBoard, inviteFirstAdmin, updateSiteBoard } from '#contract/site.ts';
import { siteMessages } from '#domain/messages/boards.ts';
import { boardShortname } from '#domain/shortname.ts';
import { normaliseEmail } from '#domain/validation.ts';
import type { Context } from '#server/context.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { updateRow } from '#server/db/board-rows.ts';
import { type BoardJobScope, enterBoardAsNobody, withBoardJobScope } from '#server/db/board-scope.ts';
import { invalid, notFound, refused } from '#server/errors.ts';
import { inviteAdminFromOutside } from '#server/features/access/invitations/commands.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { checkedShortname, keepTimeZone, withShortnameTaken } from '#server/features/core/boards/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';

const defaultBoardColor = '#124e52';

const bySiteAdmin = (userId: string) => ({ by_site_admin: userId });

export async function createBoard(
  context: Context,
  byUserId: string,
  { title, shortname, time_zone: typedZone, plan_note: planNote, ...who }: BodyOf<typeof createSiteBoard>,
): Promise<string> {
  const name = checkedShortname(shortname === '' ? boardShortname(title) : shortname);
  return context.db.transaction().execute(async (tx) => {
    const timeZone = await keepTimeZone(tx, typedZone);
    const made = await withShortnameTaken(() =>
      sql<{ id: string }>`
        select gate.create_board(${name}, ${title}, ${timeZone}, ${defaultBoardColor}) as id
      `.execute(tx),
    );
    const id = made.rows[0]?.id ?? '';
    const entered = await enterBoardAsNobody(tx, context, id);
    if (entered === null) throw new Error('The board that was created cannot be found.');
    const { scope } = entered;
    await tx.updateTable('boards').set({ plan_note: planNote }).where('id', '=', id).execute();
    await auditBoard(scope, 'board.created', byUserId);
    await inviteAdminFromOutside(scope, context.secrets, { who, detail: bySiteAdmin(byUserId) });
    return id;
  });
}

async function onBoard(
  context: Context,
  boardId: string,
  work: (scope: BoardJobScope) => Promise<void>,
): Promise<void> {
  const done = await withBoardJobScope(
    context,
    boardId,
    async (scope) => {
      await work(scope);
      return true;
    },
    { evenSuspended: true },
  );
  if (done === null) throw notFound();
}

export async function updateBoard(
  context: Context,
  byUserId: string,
  { id, body }: { readonly id: string; readonly body: BodyOf<typeof updateSiteBoard> },
): Promise<void> {
  const { plan_note: planNote, title, shortname } = body;
  const name = {
    ...(title === undefined ? {} : { title }),
    ...(shortname === undefined ? {} : { shortname: checkedShortname(shortname) }),
  };
  const isRenamed = Object.keys(name).length > 0;
  await onBoard(context, id, async (scope) => {
    const fields = { ...name, ...(planNote === undefined ? {} : { plan_note: planNote }) };
    if (Object.keys(fields).length === 0) return;
    await withShortnameTaken(() =>
      scope.tx
        .updateTable('boards')
        .set({ ...fields, ...(isRenamed ? { revision: sql<number>`revision + 1` } : {}) })
        .where('id', '=', id)
        .execute(),
    );
    // Logged without the note's text, because the board's admins can read the log.
    if (planNote !== undefined) await auditBoard(scope, 'board.plan-noted', byUserId);
    if (!isRenamed) return;
    await auditBoard(scope, 'board.renamed', byUserId);
    await publishLive(scope, { noun: 'board', id: null });
  });
}

export async function setSuspended(
  context: Context,
  byUserId: string,
  { id, isSuspended }: { readonly id: string; readonly isSuspended: boolean },
): Promise<void> {
  await onBoard(context, id, async (scope) => {
    const changed = await scope.tx
      .updateTable('boards')
      .set({ suspended_at: isSuspended ? scope.now : null })
      .where('id', '=', id)
      .where('suspended_at', isSuspended ? 'is' : 'is not', null)
      .returning('id')
      .executeTakeFirst();
    if (!changed) return;
    await auditBoard(scope, isSuspended ? 'board.suspended' : 'board.resumed', byUserId);
    await publishLive(scope, { noun: 'board', id: null });
  });
}

/** Returns true if an invitation was sent. */
export async function nameFirstAdmin(
  context: Context,
  byUserId: string,
  { id, who }: { readonly id: string; readonly who: BodyOf<typeof inviteFirstAdmin> },
): Promise<boolean> {
  let isInvited = true;
  await onBoard(context, id, async (scope) => {
    // Take board locks before any row lock, in the same order as inviting does.
    await lockBoard(scope, 'invitations');
    await lockBoard(scope, 'audiences');
    if (await isOwnAddress(scope, { byUserId, address: who.email })) throw refused(siteMessages.notYourself);
    if (await hasActiveAdmin(scope)) throw refused(siteMessages.hasAdmin);
    const member = await findMember(scope, who.email);
    if (member?.status === 'inactive') throw invalid({ email: siteMessages.inactive });
    if (member?.disabled_at) throw invalid({ email: siteMessages.disabled });
    isInvited = member === null;
    if (member !== null) await promote(scope, member.id, byUserId);
    else {
      const detail = bySiteAdmin(byUserId);
      // Invites without a vote, which an admin can grant later.
      await inviteAdminFromOutside(scope, context.secrets, { who: { ...who, votes: false }, detail });
    }
  });
  return isInvited;
}

/**
 * Days for which a disabled admin still counts as the board's admin, so that disabling an account does not hand over
 * the board.
 */
const disabledCountsDays = 7;

/** Locks the board, so that only one of several concurrent requests can name a first admin. */
async function hasActiveAdmin({ tx, board, now }: BoardJobScope): Promise<boolean> {
  await tx.selectFrom('boards').select('id').where('id', '=', board.id).forNoKeyUpdate().executeTakeFirst();
  const since = new Date(now.getTime() - disabledCountsDays * 86_400_000);
  const found = await tx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('members.id')
    .where('members.board_id', '=', board.id)
    .where('members.is_board_admin', '=', true)
    .where('members.status', '=', 'active')
    .where((eb) => eb.or([eb('users.disabled_at', 'is', null), eb('users.disabled_at', '>', since)]))
    .executeTakeFirst();
  return found !== undefined;
}

async function isOwnAddress(
  { tx }: BoardJobScope,
  { byUserId, address }: { readonly byUserId: string; readonly address: string },
): Promise<boolean> {
  const { rows } = await sql<{
    user_id: string;
  }>`select user_id from gate.find_sign_in(${normaliseEmail(address)})`.execute(tx);
  return rows.some((row) => row.user_id === byUserId);
}

async function findMember({ tx, board }: BoardJobScope, email: string) {
  const found = await tx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.id', 'members.status', 'users.disabled_at'])
    .where('members.board_id', '=', board.id)
    .where('members.removed_at', 'is', null)
    .where(sql<boolean>`lower(users.email) = ${normaliseEmail(email)}`)
    .executeTakeFirst();
  return found ?? null;
}

async function promote(scope: BoardJobScope, memberId: string, byUserId: string): Promise<void> {
  await updateRow(scope, 'members', memberId, { is_board_admin: true });
  await audit(scope, 'person.made-admin', { kind: 'member', id: memberId }, bySiteAdmin(byUserId));
  await publishLive(scope, { noun: 'people', id: null });
}

async function auditBoard(
  scope: BoardJobScope,
  action: 'board.created' | 'board.plan-noted' | 'board.renamed' | 'board.suspended' | 'board.resumed',
  byUserId: string,
): Promise<void> {
  await audit(scope, action, { kind: 'board', id: scope.board.id }, bySiteAdmin(byUserId));
}
