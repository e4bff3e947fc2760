import { sql } from 'kysely';
import type { AuditAction } from '#domain/audit.ts';
import { peopleMessages } from '#domain/messages/people.ts';
import { type BoardLock, lockBoard } from '#server/db/board-lock.ts';
import { sameBoard, selectRows, updateRow, updateRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { forbidden, notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { endLiveStreams, publishLive } from '#server/features/core/events/commands.ts';
import type { Secrets } from '#server/secrets.ts';
import type { InvitationCounts, MembershipChange } from './ports.ts';

async function endAccess(
  scope: BoardScope,
  secrets: Secrets,
  { lock, person }: { readonly lock: BoardLock<'audiences'>; readonly person: Awaited<ReturnType<typeof lockPerson>> },
): Promise<void> {
  for (const each of scope.ports.membershipChanges) await each.left?.(scope, secrets, { lock, memberId: person.id });
  if (person.userId !== null) {
    await sql`select gate.leave_board(${person.userId}::uuid, ${scope.board.id}::uuid)`.execute(scope.tx);
  }
  await endLiveStreams(scope, person.id);
}

export async function setAdmin(scope: BoardScope, memberId: string, isBoardAdmin: boolean): Promise<void> {
  const person = await lockPerson(scope, memberId);
  if (person.isBoardAdmin === isBoardAdmin) return;
  if (isBoardAdmin && person.status === 'inactive') throw refused(peopleMessages.inactive);
  if (!isBoardAdmin && person.isLastAdmin) throw refused(peopleMessages.lastAdmin);
  await updateRow(scope, 'members', memberId, { is_board_admin: isBoardAdmin });
  await endLiveStreams(scope, memberId);
  await note(scope, isBoardAdmin ? 'person.made-admin' : 'person.admin-removed', memberId);
}

export async function makeInactive(scope: BoardScope, secrets: Secrets, memberId: string): Promise<void> {
  const lock = await lockBoard(scope, 'audiences');
  const person = await lockPerson(scope, memberId);
  if (person.status === 'inactive') return;
  if (memberId === scope.member.id) throw refused(peopleMessages.notYourself);
  if (person.status === 'invited') throw refused(peopleMessages.notJoined);
  if (person.isLastAdmin) throw refused(peopleMessages.lastAdmin);
  await updateRow(scope, 'members', memberId, { status: 'inactive', is_board_admin: false });
  await endAccess(scope, secrets, { lock, person });
  await note(scope, 'person.made-inactive', memberId);
}

export async function reactivate(scope: BoardScope, secrets: Secrets, memberId: string): Promise<void> {
  const lock = await lockBoard(scope, 'audiences');
  const person = await lockPerson(scope, memberId);
  if (person.status !== 'inactive') return;
  if (person.userId === null) throw refused(peopleMessages.notJoined);
  await updateRow(scope, 'members', memberId, { status: 'active' });
  await noteJoined(scope, secrets, { lock, memberId });
  await note(scope, 'person.reactivated', memberId);
}

/** The member's row remains, because minutes, replies and the log need the name. */
export async function removePerson(scope: BoardScope, secrets: Secrets, memberId: string): Promise<void> {
  const lock = await lockBoard(scope, 'audiences');
  // Lock invitations before the member, in the same order as accepting an invitation, to avoid deadlocks.
  await revokeInvitations(scope, memberId);
  const person = await lockPerson(scope, memberId);
  if (memberId === scope.member.id) throw refused(peopleMessages.notYourself);
  if (person.isLastAdmin) throw refused(peopleMessages.lastAdmin);
  await updateRow(scope, 'members', memberId, {
    status: 'inactive',
    is_board_admin: false,
    removed_at: scope.now,
    slug: `removed-${memberId}`,
  });
  for (const each of scope.ports.membershipChanges) await each.removed?.(scope, { lock, memberId });
  await endAccess(scope, secrets, { lock, person });
  await note(scope, 'person.removed', memberId, { was: person.status });
}

async function revokeInvitations(scope: BoardScope, memberId: string): Promise<void> {
  await updateRows(scope, 'invitations', { member_id: memberId, redeemed_at: null, revoked_at: null })
    .set({ revoked_at: scope.now })
    .execute();
}

async function note(
  scope: BoardScope,
  action: AuditAction,
  memberId: string,
  detail: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  await audit(scope, action, { kind: 'member', id: memberId }, detail);
  await publishPersonChanged(scope, memberId);
}

/** Locks the member and all active board admins in a fixed order. The caller must take board locks first. */
export async function lockPerson(scope: BoardScope, memberId: string) {
  const rows = await selectRows(scope, 'members')
    .select(['id', 'user_id', 'status', 'is_board_admin', 'removed_at'])
    .where((eb) => eb.or([eb('id', '=', memberId), sql<boolean>`is_board_admin and status = 'active'`]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const admins = rows.filter((row) => row.is_board_admin && row.status === 'active');
  if (!admins.some((admin) => admin.id === scope.member.id)) throw forbidden();
  const row = rows.find((each) => each.id === memberId);
  if (!row || row.removed_at !== null) throw notFound();
  return {
    id: row.id,
    userId: row.user_id,
    status: row.status,
    isBoardAdmin: row.is_board_admin,
    isLastAdmin: admins.every((admin) => admin.id === row.id),
  };
}

type MembershipNote<K extends keyof MembershipChange> = Parameters<NonNullable<MembershipChange[K]>>;

export async function regroup(
  scope: BoardScope,
  secrets: Secrets,
  change: MembershipNote<'regrouped'>[2],
): Promise<InvitationCounts> {
  let invited = 0;
  let ended = 0;
  for (const each of scope.ports.membershipChanges) {
    const counts = await each.regrouped?.(scope, secrets, change);
    invited += counts?.invited ?? 0;
    ended += counts?.ended ?? 0;
  }
  return { invited, ended };
}

export async function noteJoined(
  scope: BoardScope,
  secrets: Secrets,
  change: MembershipNote<'joined'>[2],
): Promise<void> {
  for (const each of scope.ports.membershipChanges) await each.joined?.(scope, secrets, change);
}

export async function publishPersonChanged(scope: Pick<BoardScope, 'tx' | 'board'>, memberId: string): Promise<void> {
  const { tx, board } = scope;
  const event = { noun: 'people', id: memberId } as const;
  if (!board.peopleHidden) return publishLive(scope, event);
  const chairs = await tx
    .selectFrom('group_members as chair')
    .innerJoin('group_members as own', (join) => sameBoard(join, 'own.group_id', 'chair.group_id'))
    .select('chair.member_id')
    .distinct()
    .where('chair.board_id', '=', board.id)
    .where('chair.is_group_admin', '=', true)
    .where('own.member_id', '=', memberId)
    .execute();
  await publishLive(scope, event, [...new Set([memberId, ...chairs.map((chair) => chair.member_id)])]);
}
