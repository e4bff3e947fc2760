import pg from 'pg';
import type { z } from 'zod';
import type { createGroup as createContract, updateGroup as updateContract } from '#contract/groups.ts';
import { groupMessages } from '#domain/later-messages.ts';
import { audienceMessages, validationMessages } from '#domain/messages.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { isSignedInAdmin } from '#server/db/member-rights.ts';
import { type Turn, takeTurn } from '#server/db/turn.ts';
import { forbidden, invalid, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { regroup } from '#server/features/members/people/membership.ts';
import { listPeopleToName } from '#server/features/members/people/queries.ts';
import { tellLive } from '#server/http/live-hub.ts';
import type { Secrets } from '#server/secrets.ts';
import { writeStandings } from './membership.ts';
import { type GroupRow, listGroupStandings } from './queries.ts';
import { listGroupMemberIds, tellGroupChanged } from './tell.ts';

type CreateBody = z.output<NonNullable<typeof createContract.body>>;
type UpdateBody = z.output<NonNullable<typeof updateContract.body>>;
type Change = NonNullable<UpdateBody['members']>[number];

/** Answers the new group's id. */
export async function createGroup(scope: BoardScope, secrets: Secrets, body: CreateBody): Promise<string> {
  const { tx, board, now } = scope;
  const turn = await takeTurn(scope, 'audiences');
  const made = await naming(
    tx
      .insertInto('groups')
      .values({ board_id: board.id, name: body.name, description: body.description, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await audit(scope, { action: 'group.created', subjectKind: 'group', subjectId: made.id });
  await changeMembers(scope, secrets, {
    turn,
    groupId: made.id,
    changes: body.members.map((each) => ({
      member_id: each.member_id,
      standing: each.is_group_admin ? 'group-admin' : 'member',
    })),
  });
  await tellGroupChanged(scope, made.id);
  return made.id;
}

/** A group admin changes description and plain members; the name and the group admins are for board admins. */
export async function updateGroup(
  scope: BoardScope,
  secrets: Secrets,
  given: { readonly turn: Turn<'audiences'>; readonly group: GroupRow; readonly body: UpdateBody },
): Promise<void> {
  const { turn, group, body } = given;
  const after = { name: body.name ?? group.name, description: body.description ?? group.description };
  if (after.name !== group.name && !isSignedInAdmin(scope)) throw forbidden();
  if (after.name !== group.name || after.description !== group.description) {
    await naming(
      scope.tx
        .updateTable('groups')
        .set({ ...after, updated_at: scope.now })
        .where('board_id', '=', scope.board.id)
        .where('id', '=', group.id)
        .execute(),
    );
    await audit(scope, { action: 'group.updated', subjectKind: 'group', subjectId: group.id });
  }
  const before = await listGroupMemberIds(scope, group.id);
  await changeMembers(scope, secrets, { turn, groupId: group.id, changes: body.members ?? [] });
  await tellGroupChanged(scope, group.id, before);
}

/** Puts members in and out, and brings the invitees of the group's meetings in line. */
async function changeMembers(
  scope: BoardScope,
  secrets: Secrets,
  given: { readonly turn: Turn<'audiences'>; readonly groupId: string; readonly changes: readonly Change[] },
): Promise<void> {
  const { turn, groupId, changes } = given;
  const standings = await listGroupStandings(scope, [groupId]);
  const before = new Map(standings.map((each) => [each.member_id, each.is_group_admin ? 'group-admin' : 'member']));
  const real = [...new Map(changes.map((change) => [change.member_id, change])).values()].filter(
    (change) => (before.get(change.member_id) ?? 'none') !== change.standing,
  );
  if (real.length === 0) return;
  const touchesAdmins = real.some(
    (change) => change.standing === 'group-admin' || before.get(change.member_id) === 'group-admin',
  );
  if (touchesAdmins && !isSignedInAdmin(scope)) throw refused(groupMessages.adminsByBoardAdmins);
  const staying = real.filter((change) => change.standing !== 'none');
  await refuseStrangers(
    scope,
    staying.map((change) => change.member_id),
  );
  await writeStandings(scope, {
    turn,
    changes: real.map(({ member_id: memberId, standing }) => ({ groupId, memberId, standing })),
    byBoardAdmin: isSignedInAdmin(scope),
  });
  const memberIds = real.map((change) => change.member_id);
  const { invited, ended } = await regroup(scope, secrets, { turn, memberIds });
  await audit(scope, {
    action: 'group.members-changed',
    subjectKind: 'group',
    subjectId: groupId,
    detail: {
      changed: real.map((change) => `${change.member_id}:${change.standing}`).join(' '),
      invitations: invited,
      invitations_ended: ended,
    },
  });
  await tellLive(scope, { noun: 'people', id: null });
}

/** Who is no longer on the board, or not in sight of whoever acts, joins nothing. */
async function refuseStrangers(scope: BoardScope, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return;
  const known = new Set((await listPeopleToName(scope)).map((person) => person.id));
  if (memberIds.some((memberId) => !known.has(memberId))) throw invalid({ members: audienceMessages.gone });
}

/** Names are unique on a board, ignoring case. */
async function naming<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    const isTaken = error instanceof pg.DatabaseError && error.constraint === 'groups_name';
    throw isTaken ? invalid({ name: validationMessages.duplicate }) : error;
  }
}
