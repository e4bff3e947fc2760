import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { inviteSeveral as endpoint, GroupChoice } from '#contract/invitations.ts';
import { hasName } from '#domain/identity.ts';
import { checkInvited, invitationsPerDayMax } from '#domain/invitations.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { peopleMessages } from '#domain/messages/people.ts';
import { numberedSlug, personSlug } from '#domain/shortname.ts';
import { normaliseEmail } from '#domain/validation.ts';
import { type BoardLock, lockBoard } from '#server/db/board-lock.ts';
import { createRow, isFound, selectRows, updateRow, updateRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { invalid, refuseBeyond, refused } from '#server/errors.ts';
import { type AuditEntry, audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { queueMail } from '#server/features/core/mail/commands.ts';
import { setGroupsOfMember } from '#server/features/members/groups/membership/commands.ts';
import { regroup } from '#server/features/members/people/commands.ts';
import type { PendingPeople } from '#server/features/members/people/ports.ts';
import type { Secrets } from '#server/secrets.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import { listTaken, loadPendingPerson, type PendingPerson, unused } from './queries.ts';

export interface Invited {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly groups?: readonly GroupChoice[];
  readonly is_board_admin?: boolean;
  readonly votes?: boolean | undefined;
}

export async function invitePerson(scope: BoardScope, secrets: Secrets, who: Invited): Promise<string> {
  await lockBoard(scope, 'invitations');
  const taken = await listTaken(scope);
  if (taken.has(normaliseEmail(who.email))) throw invalid({ email: peopleMessages.alreadyOnBoard });
  await refuseTooMany(scope, 1);
  const lock = await lockBoard(scope, 'audiences');
  const memberId = await writeInvitation(scope, secrets, { lock, who });
  await regroup(scope, secrets, { lock, memberIds: [memberId], quiet: true });
  await publishLive(scope, { noun: 'people', id: null });
  return memberId;
}

/**
 * The caller must first check the address and the daily limit, and afterwards invite the person to upcoming meetings.
 */
async function writeInvitation(
  scope: BoardScope,
  secrets: Secrets,
  { lock, who }: { readonly lock: BoardLock<'audiences'>; readonly who: Invited },
): Promise<string> {
  const made = await writePending(scope, who);
  await setGroupsOfMember(scope, { lock, memberId: made.memberId, groups: who.groups ?? [] });
  await sendSecret(scope, secrets, { ...made, action: 'person.invited' });
  return made.memberId;
}

export async function inviteAdminFromOutside(
  scope: BoardJobScope,
  secrets: Secrets,
  { who, detail }: { readonly who: Invited; readonly detail: AuditEntry['detail'] },
): Promise<void> {
  await lockBoard(scope, 'invitations');
  await lockBoard(scope, 'audiences');
  const made = await writePending(scope, { ...who, is_board_admin: true });
  await sendSecret(scope, secrets, { ...made, action: 'board.admin-invited', ...(detail ? { detail } : {}) });
  await publishLive(scope, { noun: 'people', id: null });
}

async function writePending(
  scope: BoardScope | BoardJobScope,
  who: Invited,
): Promise<{ readonly invitationId: string; readonly memberId: string; readonly token: string }> {
  const { token, columns } = newToken(scope);
  const email = normaliseEmail(who.email);
  const named = { ...columns, email, first_name: who.first_name, last_name: who.last_name };
  const expired = await updateRows(scope, 'invitations', unused)
    .set(named)
    .where(sql<boolean>`lower(email) = ${email}`)
    .returning(['id', 'member_id'])
    .executeTakeFirst();
  const memberId = expired?.member_id ?? (await makePendingMember(scope, who));
  await scope.ports.electorate.setVotes(scope, { memberId, votes: who.votes, isNew: expired === undefined });
  await updateRow(scope, 'members', memberId, { is_board_admin: who.is_board_admin ?? false });
  const invitationId =
    expired?.id ?? (await createRow(scope, 'invitations', { ...named, member_id: memberId, created_at: scope.now }));
  return { invitationId, memberId, token };
}

async function makePendingMember(scope: BoardScope | BoardJobScope, who: Invited): Promise<string> {
  const slug = await freeSlug(scope, personSlug(who));
  return createRow(scope, 'members', { status: 'invited', slug, created_at: scope.now });
}

async function freeSlug(scope: BoardScope | BoardJobScope, wanted: string): Promise<string> {
  const taken = await selectRows(scope, 'members').select('slug').where('slug', 'like', `${wanted}%`).execute();
  const used = new Set(taken.map((row) => row.slug));
  for (let nth = 1; ; nth += 1) {
    const slug = nth === 1 ? wanted : numberedSlug(wanted, nth);
    if (!used.has(slug)) return slug;
  }
}

const dayMs = 86_400_000;

const sendingActions = ['person.invited', 'invitation.resent'];

async function refuseTooMany(scope: BoardScope, more: number): Promise<void> {
  const { count } = await selectRows(scope, 'audit_entries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('action', 'in', sendingActions)
    .where('at', '>', new Date(scope.now.getTime() - dayMs))
    .executeTakeFirstOrThrow();
  refuseBeyond({ present: count, adding: more, most: invitationsPerDayMax }, peopleMessages.invitationsOfTheDay);
}

async function sendSecret(
  scope: BoardScope | BoardJobScope,
  secrets: Secrets,
  sent: {
    readonly invitationId: string;
    readonly memberId: string;
    readonly token: string;
    readonly action: 'person.invited' | 'invitation.resent' | 'board.admin-invited';
    readonly detail?: AuditEntry['detail'];
  },
): Promise<void> {
  await queueMail(scope, secrets, {
    kind: 'invitation',
    memberId: sent.memberId,
    subjectId: sent.invitationId,
    sealed: { token: sent.token },
  });
  await audit(scope, sent.action, { kind: 'member', id: sent.memberId }, sent.detail);
}

export async function inviteSeveral(
  scope: BoardScope,
  secrets: Secrets,
  { people, groups, votes, only_ready: onlyReady }: BodyOf<typeof endpoint>,
) {
  await lockBoard(scope, 'invitations');
  const lines = checkInvited(people, await listTaken(scope));
  const ready = people.filter((_, index) => lines[index]?.state === 'ready');
  if (ready.length === 0 || (ready.length < people.length && !onlyReady)) return { invited: 0, lines };
  await refuseTooMany(scope, ready.length);
  const lock = await lockBoard(scope, 'audiences');
  const memberIds: string[] = [];
  for (const { line: _, ...who } of ready) {
    memberIds.push(await writeInvitation(scope, secrets, { lock, who: { ...who, groups, votes } }));
  }
  await regroup(scope, secrets, { lock, memberIds, quiet: true });
  await publishLive(scope, { noun: 'people', id: null });
  return { invited: ready.length, lines };
}

export const invitationDays = 14;

function newToken(scope: BoardScope | BoardJobScope) {
  const token = randomToken();
  const columns = {
    token_hash: hashToken(token),
    invited_by: 'member' in scope ? scope.member.id : null,
    sent_at: scope.now,
    expires_at: new Date(scope.now.getTime() + invitationDays * dayMs),
  };
  return { token, columns };
}

const pauseMs = 60_000;

export async function resendInvitation(scope: BoardScope, secrets: Secrets, person: PendingPerson): Promise<void> {
  await lockBoard(scope, 'invitations');
  await refuseTooMany(scope, 1);
  const { token, columns } = newToken(scope);
  const renewed = await updateRows(scope, 'invitations', { id: person.invitationId, ...unused })
    .set(columns)
    .where('sent_at', '<=', new Date(scope.now.getTime() - pauseMs))
    .returning('id')
    .executeTakeFirst();
  if (!renewed) throw refused(peopleMessages.justSent);
  await sendSecret(scope, secrets, { ...person, token, action: 'invitation.resent' });
  await publishLive(scope, { noun: 'people', id: null });
}

/** Changing the address also replaces the secret, so that the link sent to the wrong mailbox stops working. */
async function correctInvitation(
  scope: BoardScope,
  secrets: Secrets,
  { memberId, to: given }: Parameters<PendingPeople['correct']>[2],
): Promise<void> {
  const person = await loadPendingPerson(scope, memberId);
  const { first_name, last_name, email: before } = person;
  const to = { first_name, last_name, email: before, ...given };
  if (!hasName(to)) throw invalid({ first_name: validationMessages.nameMissing });
  if (to.first_name === first_name && to.last_name === last_name && to.email === before) return;
  const email = normaliseEmail(to.email);
  const isMoved = email !== normaliseEmail(before);
  await lockBoard(scope, 'invitations');
  if (isMoved) {
    if (await isTaken(scope, email)) throw invalid({ email: peopleMessages.alreadyOnBoard });
    await refuseTooMany(scope, 1);
  }
  const { token, columns } = newToken(scope);
  const corrected = await updateRows(scope, 'invitations', { id: person.invitationId, ...unused })
    .set({ first_name: to.first_name, last_name: to.last_name, email, ...(isMoved ? columns : {}) })
    .returning('id')
    .executeTakeFirst();
  if (!corrected) throw refused(peopleMessages.invitationSpent);
  await audit(scope, 'invitation.corrected', { kind: 'member', id: memberId }, { address: isMoved });
  if (isMoved) await sendSecret(scope, secrets, { ...person, token, action: 'invitation.resent' });
  await publishLive(scope, { noun: 'people', id: null });
}

async function isTaken(scope: BoardScope, email: string): Promise<boolean> {
  if ((await listTaken(scope)).has(email)) return true;
  return isFound(selectRows(scope, 'invitations', unused).select('id').where(sql<boolean>`lower(email) = ${email}`));
}

export const pendingPeople: PendingPeople = { correct: correctInvitation };
