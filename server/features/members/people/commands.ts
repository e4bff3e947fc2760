import type { AuditAction } from '#domain/audit-words.ts';
import { peopleMessages } from '#domain/later-messages.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { takeTurn } from '#server/db/turn.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { endLiveStreams } from '#server/http/live-hub.ts';
import type { Secrets } from '#server/secrets.ts';
import { endAccess } from './access.ts';
import { type LockedPerson, lockPerson } from './lock.ts';
import { noteJoined, noteRemoved } from './membership.ts';
import { tellPersonChanged } from './tell.ts';

/** Gives or takes the rights of a board admin. Only admins come here, and nobody can raise their own rights. */
export async function setAdmin(scope: BoardScope, memberId: string, isBoardAdmin: boolean): Promise<void> {
  const person = await lockPerson(scope, memberId);
  if (person.isBoardAdmin === isBoardAdmin) return;
  if (isBoardAdmin && person.status === 'inactive') throw refused(peopleMessages.inactive);
  if (!isBoardAdmin) refuseLastAdmin(person);
  await change(scope, memberId, { is_board_admin: isBoardAdmin });
  // Their streams hear what an admin hears; the pages ask for new ones, under the new rights.
  await endLiveStreams(scope, memberId);
  await note(scope, isBoardAdmin ? 'person.made-admin' : 'person.admin-removed', memberId);
}

/** Ends all access to the board at once; what they did stays, and so do their groups, for when they come back. */
export async function makeInactive(scope: BoardScope, secrets: Secrets, memberId: string): Promise<void> {
  const turn = await takeTurn(scope, 'audiences');
  const person = await lockPerson(scope, memberId);
  if (person.status === 'inactive') return;
  refuseOneself(scope, memberId);
  if (person.status === 'invited') throw refused(peopleMessages.notJoined);
  refuseLastAdmin(person);
  await change(scope, memberId, { status: 'inactive', is_board_admin: false });
  await endAccess(scope, secrets, { turn, person });
  await note(scope, 'person.made-inactive', memberId);
}

/** Back on the board, as a plain member, invited to what is coming. */
export async function reactivate(scope: BoardScope, secrets: Secrets, memberId: string): Promise<void> {
  const turn = await takeTurn(scope, 'audiences');
  const person = await lockPerson(scope, memberId);
  if (person.status !== 'inactive') return;
  if (person.userId === null) throw refused(peopleMessages.notJoined);
  await change(scope, memberId, { status: 'active' });
  await noteJoined(scope, secrets, { turn, memberId });
  await note(scope, 'person.reactivated', memberId);
}

/**
 * Off the board and out of every list, with their invitation, groups and access. The row stays for the names on minutes,
 * answers and the log; its slug is free for the next.
 */
export async function removePerson(scope: BoardScope, secrets: Secrets, memberId: string): Promise<void> {
  const turn = await takeTurn(scope, 'audiences');
  // Before the member, as whoever redeems one takes them in this order too.
  await revokeInvitations(scope, memberId);
  const person = await lockPerson(scope, memberId);
  refuseOneself(scope, memberId);
  refuseLastAdmin(person);
  await change(scope, memberId, {
    status: 'inactive',
    is_board_admin: false,
    removed_at: scope.now,
    slug: `removed-${memberId}`,
  });
  await noteRemoved(scope, { turn, memberId });
  await endAccess(scope, secrets, { turn, person });
  await note(scope, 'person.removed', memberId, { was: person.status });
}

async function revokeInvitations(scope: BoardScope, memberId: string): Promise<void> {
  await scope.tx
    .updateTable('invitations')
    .set({ revoked_at: scope.now })
    .where('board_id', '=', scope.board.id)
    .where('member_id', '=', memberId)
    .where('redeemed_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

function refuseLastAdmin(person: LockedPerson): void {
  if (person.isLastAdmin) throw refused(peopleMessages.lastAdmin);
}

function refuseOneself(scope: BoardScope, memberId: string): void {
  if (memberId === scope.member.id) throw refused(peopleMessages.notYourself);
}

type Change = Partial<{
  status: 'active' | 'inactive';
  is_board_admin: boolean;
  removed_at: Date;
  slug: string;
}>;

async function change(scope: BoardScope, memberId: string, fields: Change): Promise<void> {
  await scope.tx
    .updateTable('members')
    .set(fields)
    .where('board_id', '=', scope.board.id)
    .where('id', '=', memberId)
    .execute();
}

async function note(
  scope: BoardScope,
  action: AuditAction,
  memberId: string,
  detail: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  await audit(scope, { action, subjectKind: 'member', subjectId: memberId, detail });
  await tellPersonChanged(scope, memberId);
}
