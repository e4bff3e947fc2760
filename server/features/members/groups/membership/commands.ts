import { sql } from 'kysely';
import type { BoardLock } from '#server/db/board-lock.ts';
import { selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import type { MembershipChange } from '#server/features/members/people/ports.ts';

export interface GroupRoleChange {
  readonly groupId: string;
  readonly memberId: string;
  readonly role: 'none' | 'member' | 'group-admin';
}

type Writing = Pick<BoardScope, 'tx' | 'board' | 'now'>;

export async function writeGroupRoles(
  { tx, board, now }: Writing,
  given: {
    readonly lock: BoardLock<'audiences'>;
    readonly changes: readonly GroupRoleChange[];
    readonly byBoardAdmin: boolean;
  },
): Promise<void> {
  const { changes, byBoardAdmin } = given;
  const leaving = changes.filter((change) => change.role === 'none');
  const staying = changes.filter((change) => change.role !== 'none');
  if (leaving.length > 0) {
    await sql`
      delete from group_members using
        unnest(${leaving.map((each) => each.groupId)}::uuid[], ${leaving.map((each) => each.memberId)}::uuid[])
          as gone (group_id, member_id)
      where group_members.board_id = ${board.id}
        and group_members.group_id = gone.group_id and group_members.member_id = gone.member_id
    `.execute(tx);
  }
  if (staying.length > 0) {
    await sql`
      insert into group_members (board_id, group_id, member_id, is_group_admin, added_by_board_admin, created_at)
      select ${board.id}::uuid, placed.group_id, placed.member_id, placed.is_group_admin, ${byBoardAdmin}::boolean,
        ${now}::timestamptz
      from unnest(
        ${staying.map((each) => each.groupId)}::uuid[],
        ${staying.map((each) => each.memberId)}::uuid[],
        ${staying.map((each) => each.role === 'group-admin')}::boolean[]
      ) as placed (group_id, member_id, is_group_admin)
      on conflict (board_id, group_id, member_id) do update set is_group_admin = excluded.is_group_admin,
        added_by_board_admin = group_members.added_by_board_admin or excluded.added_by_board_admin
    `.execute(tx);
  }
}

/** Acts with a board admin's rights. Throws `not-found` for another board's group. */
export async function setGroupsOfMember(
  scope: Writing,
  given: {
    readonly lock: BoardLock<'audiences'>;
    readonly memberId: string;
    readonly groups: readonly { readonly id: string; readonly is_group_admin?: boolean }[];
  },
): Promise<{ readonly joined: readonly string[]; readonly left: readonly string[] }> {
  const { lock, memberId } = given;
  const wanted = new Map(given.groups.map((group) => [group.id, group]));
  await holdGroups(scope, [...wanted.keys()]);
  const rows = await selectRows(scope, 'group_members', { member_id: memberId })
    .select(['group_id', 'is_group_admin'])
    .execute();
  const before = new Map(rows.map((row) => [row.group_id, row.is_group_admin]));
  const left = [...before.keys()].filter((groupId) => !wanted.has(groupId));
  const placed = [...wanted.values()]
    .map(({ id, is_group_admin: isAdmin = before.get(id) ?? false }) => ({ groupId: id, memberId, isAdmin }))
    .filter(({ groupId, isAdmin }) => before.get(groupId) !== isAdmin)
    .map(({ isAdmin, ...place }) => ({ ...place, role: isAdmin ? ('group-admin' as const) : ('member' as const) }));
  const taken = left.map((groupId) => ({ groupId, memberId, role: 'none' as const }));
  await writeGroupRoles(scope, { lock, changes: [...taken, ...placed], byBoardAdmin: true });
  return { joined: [...wanted.keys()].filter((groupId) => !before.has(groupId)), left };
}

async function holdGroups(scope: Writing, groupIds: readonly string[]): Promise<void> {
  if (groupIds.length === 0) return;
  const found = await selectRows(scope, 'groups')
    .select('id')
    .where('id', 'in', groupIds)
    .orderBy('id')
    .forKeyShare()
    .execute();
  if (found.length !== groupIds.length) throw notFound();
}

export const groupMembershipChange: MembershipChange = {
  async removed(scope, { lock, memberId }) {
    await setGroupsOfMember(scope, { lock, memberId, groups: [] });
  },
};
