import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { defineRows } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import { canSeeGroup } from './policy.ts';

/** More than any board has. */
export const groupsMax = 200;
const standingsMax = 20_000;

export interface GroupName {
  readonly id: string;
  readonly name: string;
}

export interface GroupRow extends GroupName {
  readonly description: string;
}

export interface GroupMembership {
  readonly group_id: string;
  readonly member_id: string;
  readonly is_group_admin: boolean;
  readonly added_by_board_admin: boolean;
}

/** Board admins see all groups, others their own. By name. */
export async function listGroupRows(scope: BoardScope): Promise<readonly GroupRow[]> {
  const { tx, board, member } = scope;
  const own = member.groups.map((group) => group.id);
  if (!member.isBoardAdmin && own.length === 0) return [];
  return tx
    .selectFrom('groups')
    .select(['id', 'name', 'description'])
    .where('board_id', '=', board.id)
    .$if(!member.isBoardAdmin, (query) => query.where('id', 'in', own))
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .limit(groupsMax)
    .execute();
}

export async function listGroupNames(scope: BoardScope): Promise<readonly GroupName[]> {
  return (await listGroupRows(scope)).map(({ id, name }) => ({ id, name }));
}

/** Of the board, by name; `canSeeGroup` decides. */
export const groupNames = defineRows({}, ({ tx, board }) =>
  tx
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('board_id', '=', board.id)
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .limit(groupsMax),
);

/** 404 when the reader may not see it. `lock` lasts until commit. */
export async function loadGroup(
  scope: BoardScope,
  groupId: string,
  options: { readonly lock?: boolean } = {},
): Promise<GroupRow> {
  if (!canSeeGroup(scope, groupId)) throw notFound();
  const row = await scope.tx
    .selectFrom('groups')
    .select(['id', 'name', 'description'])
    .where('board_id', '=', scope.board.id)
    .where('id', '=', groupId)
    .$if(options.lock === true, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export async function listGroupMemberships(
  { tx, board }: Pick<BoardScope, 'tx' | 'board'>,
  groupIds: readonly string[],
): Promise<readonly GroupMembership[]> {
  if (groupIds.length === 0) return [];
  return tx
    .selectFrom('group_members')
    .select(['group_id', 'member_id', 'is_group_admin', 'added_by_board_admin'])
    .where('board_id', '=', board.id)
    .where('group_id', 'in', groupIds)
    .limit(standingsMax)
    .execute();
}

/** Without deleted ones. */
export async function countMeetingsFor(
  { tx, board, now }: BoardScope,
  groupId: string,
): Promise<{ readonly all: number; readonly upcoming: number }> {
  return tx
    .selectFrom('meetings as meeting')
    .innerJoin('audience_groups as named', (join) =>
      join.onRef('named.board_id', '=', 'meeting.board_id').onRef('named.audience_id', '=', 'meeting.audience_id'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      sql<number>`count(*) filter (where meeting.state in ('published', 'finding-date') and meeting.ends_at > ${now})`.as(
        'upcoming',
      ),
    ])
    .where('meeting.board_id', '=', board.id)
    .where('meeting.deleted_at', 'is', null)
    .where('named.group_id', '=', groupId)
    .executeTakeFirstOrThrow();
}
