import { sql } from 'kysely';
import pg from 'pg';
import type { BodyOf } from '#contract/endpoint.ts';
import type {
  createGroup as createContract,
  deleteGroup as deleteContract,
  updateGroup as updateContract,
} from '#contract/groups.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { audienceMessages, groupMessages, peopleMessages } from '#domain/messages/people.ts';
import { type BoardLock, lockBoard } from '#server/db/board-lock.ts';
import { createRow, deleteRow, deleteRows, selectRows, updateRow } from '#server/db/board-rows.ts';
import { type BoardScope, isSignedInAdmin } from '#server/db/board-scope.ts';
import { forbidden, invalid, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { lockPerson, publishPersonChanged, regroup } from '#server/features/members/people/commands.ts';
import { listPeopleToName } from '#server/features/members/people/queries.ts';
import type { Secrets } from '#server/secrets.ts';
import { setGroupsOfMember, writeGroupRoles } from './membership/commands.ts';
import { type GroupRow, listGroupMemberships } from './queries.ts';

type UpdateBody = BodyOf<typeof updateContract>;
type Change = NonNullable<UpdateBody['members']>[number];

export async function createGroup(
  scope: BoardScope,
  secrets: Secrets,
  body: BodyOf<typeof createContract>,
): Promise<string> {
  const lock = await lockBoard(scope, 'audiences');
  const named = { name: body.name, description: body.description };
  const id = await naming(createRow(scope, 'groups', { ...named, created_at: scope.now, updated_at: scope.now }));
  await audit(scope, 'group.created', { kind: 'group', id });
  await changeMembers(scope, secrets, {
    lock,
    groupId: id,
    changes: body.members.map((each) => ({
      member_id: each.member_id,
      role: each.is_group_admin ? 'group-admin' : 'member',
    })),
  });
  await publishGroupChanged(scope, id);
  return id;
}

export async function updateGroup(
  scope: BoardScope,
  secrets: Secrets,
  given: { readonly lock: BoardLock<'audiences'>; readonly group: GroupRow; readonly body: UpdateBody },
): Promise<void> {
  const { lock, group, body } = given;
  const after = { name: body.name ?? group.name, description: body.description ?? group.description };
  if (after.name !== group.name && !isSignedInAdmin(scope)) throw forbidden();
  if (after.name !== group.name || after.description !== group.description) {
    await naming(updateRow(scope, 'groups', group.id, { ...after, updated_at: scope.now }));
    await audit(scope, 'group.updated', { kind: 'group', id: group.id });
  }
  const before = await listGroupMemberIds(scope, group.id);
  await changeMembers(scope, secrets, { lock, groupId: group.id, changes: body.members ?? [] });
  await publishGroupChanged(scope, group.id, before);
}

async function changeMembers(
  scope: BoardScope,
  secrets: Secrets,
  given: { readonly lock: BoardLock<'audiences'>; readonly groupId: string; readonly changes: readonly Change[] },
): Promise<void> {
  const { lock, groupId, changes } = given;
  const standings = await listGroupMemberships(scope, groupId);
  const before = new Map(standings.map((each) => [each.member_id, each.is_group_admin ? 'group-admin' : 'member']));
  const real = [...new Map(changes.map((change) => [change.member_id, change])).values()].filter(
    (change) => (before.get(change.member_id) ?? 'none') !== change.role,
  );
  if (real.length === 0) return;
  const touchesAdmins = real.some(
    (change) => change.role === 'group-admin' || before.get(change.member_id) === 'group-admin',
  );
  if (touchesAdmins && !isSignedInAdmin(scope)) throw refused(groupMessages.adminsByBoardAdmins);
  const staying = real.filter((change) => change.role !== 'none');
  await refuseStrangers(
    scope,
    staying.map((change) => change.member_id),
  );
  await writeGroupRoles(scope, {
    lock,
    changes: real.map(({ member_id: memberId, role }) => ({ groupId, memberId, role })),
    byBoardAdmin: isSignedInAdmin(scope),
  });
  const memberIds = real.map((change) => change.member_id);
  const { invited, ended } = await regroup(scope, secrets, { lock, memberIds });
  await audit(
    scope,
    'group.members-changed',
    { kind: 'group', id: groupId },
    {
      changed: real.map((change) => `${change.member_id}:${change.role}`).join(' '),
      invitations: invited,
      invitations_ended: ended,
    },
  );
  await publishLive(scope, { noun: 'people', id: null });
}

/** Throws for former members and for members whom the actor cannot see. */
async function refuseStrangers(scope: BoardScope, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return;
  const known = new Set((await listPeopleToName(scope)).map((person) => person.id));
  if (memberIds.some((memberId) => !known.has(memberId))) throw invalid({ members: audienceMessages.gone });
}

async function naming<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    const isTaken = error instanceof pg.DatabaseError && error.constraint === 'groups_name';
    throw isTaken ? invalid({ name: validationMessages.duplicate }) : error;
  }
}

type Choice = BodyOf<typeof deleteContract>;

/** The caller must have locked the group. */
export async function deleteGroup(
  scope: BoardScope,
  secrets: Secrets,
  given: { readonly lock: BoardLock<'audiences'>; readonly group: GroupRow; readonly choice: Choice },
): Promise<void> {
  const { lock, group, choice } = given;
  const named = await selectRows(scope, 'audience_groups', { group_id: group.id }).select('audience_id').execute();
  const audienceIds = named.map((each) => each.audience_id);
  const memberIds = await listGroupMemberIds(scope, group.id);
  await replaceGroup(scope, { group, choice, audienceIds });
  await deleteRow(scope, 'groups', group.id);
  const { invited, ended } = await regroup(scope, secrets, { lock, audienceIds, memberIds });
  await audit(
    scope,
    'group.deleted',
    { kind: 'group', id: group.id },
    {
      name: group.name,
      audience_goes_to: choice.audience_goes_to,
      audiences: audienceIds.length,
      invitations: invited,
      invitations_ended: ended,
    },
  );
  await publishGroupChanged(scope, group.id, memberIds);
  await publishLive(scope, { noun: 'people', id: null });
}

async function replaceGroup(
  { tx, board }: BoardScope,
  given: { readonly group: GroupRow; readonly choice: Choice; readonly audienceIds: readonly string[] },
): Promise<void> {
  const { group, choice, audienceIds } = given;
  const ids = sql`${audienceIds}::uuid[]`;
  if (choice.audience_goes_to === 'group') {
    const other = await selectRows({ tx, board }, 'groups')
      .select('id')
      .where('id', '=', choice.group_id)
      .where('id', '<>', group.id)
      .forKeyShare()
      .executeTakeFirst();
    if (!other) throw invalid({ group_id: audienceMessages.gone });
    await sql`
      insert into audience_groups (board_id, audience_id, group_id)
      select ${board.id}, of.id, ${other.id} from unnest(${ids}) as of (id) on conflict do nothing
    `.execute(tx);
  }
  if (choice.audience_goes_to === 'members') {
    await sql`
      insert into audience_members (board_id, audience_id, member_id)
      select ${board.id}, of.id, gm.member_id from unnest(${ids}) as of (id)
      join group_members gm on gm.board_id = ${board.id} and gm.group_id = ${group.id} on conflict do nothing
    `.execute(tx);
  }
  const isOpened = choice.audience_goes_to === 'whole-board';
  if (isOpened) {
    await sql`update audiences set whole_board = true where board_id = ${board.id} and id = any(${ids})`.execute(tx);
    await sql`delete from audience_members where board_id = ${board.id} and audience_id = any(${ids})`.execute(tx);
  }
  await deleteRows({ tx, board }, 'audience_groups', { audience_id: sql<string>`any(${ids})` })
    .$if(!isOpened, (query) => query.where('group_id', '=', group.id))
    .execute();
}

export async function setGroups(
  scope: BoardScope,
  secrets: Secrets,
  { memberId, wanted }: { readonly memberId: string; readonly wanted: readonly string[] },
): Promise<void> {
  const lock = await lockBoard(scope, 'audiences');
  const person = await lockPerson(scope, memberId);
  if (person.status === 'inactive') throw refused(peopleMessages.inactive);
  const groups = wanted.map((id) => ({ id }));
  const { joined, left } = await setGroupsOfMember(scope, { lock, memberId, groups });
  if (left.length + joined.length === 0) return;
  const { invited, ended } = await regroup(scope, secrets, { lock, memberIds: [memberId] });
  await audit(
    scope,
    'person.groups-set',
    { kind: 'member', id: memberId },
    {
      joined: joined.join(' '),
      left: left.join(' '),
      invitations: invited,
      invitations_ended: ended,
    },
  );
  await publishPersonChanged(scope, memberId);
}

type Telling = Pick<BoardScope, 'tx' | 'board'>;

const listGroupMemberIds = async (scope: Telling, groupId: string): Promise<readonly string[]> =>
  (await listGroupMemberships(scope, groupId)).map((each) => each.member_id);

async function publishGroupChanged(scope: Telling, groupId: string, alsoTo: readonly string[] = []): Promise<void> {
  const members = await listGroupMemberIds(scope, groupId);
  await publishLive(scope, { noun: 'group', id: groupId }, [...new Set([...members, ...alsoTo])]);
}
