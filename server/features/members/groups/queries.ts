import { sql } from 'kysely';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { definePage, defineRows, type QueryScope, type ResultOf, type SelectedRow } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import { selectPeople } from '#server/features/members/people/queries.ts';
import { canSeeGroup, groupVisibleWhere } from '#server/features/members/people/visibility.ts';

export const groupsMax = 200;
const standingsMax = 20_000;

const selectGroups = (scope: QueryScope) =>
  selectRows(scope, 'groups')
    .select(['id', 'name', 'description'])
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .limit(groupsMax);

export type GroupRow = SelectedRow<typeof selectGroups>;
export type GroupName = Pick<GroupRow, 'id' | 'name'>;

/** Does not check visibility; the caller must use `canSeeGroup`. */
export const groupNames = defineRows({}, (scope) => selectGroups(scope).clearSelect().select(['id', 'name']));

export const visibleGroups = defineRows({}, (scope) =>
  selectGroups(scope).where(groupVisibleWhere(scope, sql.ref<string>('groups.id'))),
);

/** Does not check visibility; the caller must use `canSeeGroup`. */
export const groupPage = definePage({ id: 'uuid' }, (scope, { id }) => selectGroups(scope).where('id', '=', id));

/** Selects each member once per group. Sort the result with `sortPeople`. */
const selectGroupMembers = (scope: QueryScope) =>
  selectPeople(scope)
    .innerJoin('group_members as belonging', (join) => sameBoard(join, 'belonging.member_id', 'member.id'))
    .where('member.status', 'in', ['active', 'invited'])
    .select(['belonging.group_id', 'belonging.is_group_admin', 'belonging.added_by_board_admin'])
    .orderBy('member.id')
    .limit(standingsMax);

export const membersOfVisibleGroups = defineRows({}, (scope) =>
  selectGroupMembers(scope).where(groupVisibleWhere(scope, sql.ref<string>('belonging.group_id'))),
);

export const membersOfGroup = defineRows({ id: 'uuid' }, (scope, { id }) =>
  selectGroupMembers(scope).where('belonging.group_id', '=', id),
);

export type GroupMemberRow = ResultOf<typeof membersOfGroup>[number];

export async function lockGroup(scope: BoardScope, groupId: string): Promise<GroupRow> {
  if (!canSeeGroup(scope, groupId)) throw notFound();
  const row = await selectGroups(scope).where('id', '=', groupId).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export async function listGroupMemberships(scope: Pick<BoardScope, 'tx' | 'board'>, groupId: string) {
  return selectRows(scope, 'group_members', { group_id: groupId })
    .select(['member_id', 'is_group_admin'])
    .limit(standingsMax)
    .execute();
}

export const meetingsOfGroup = definePage({ id: 'uuid' }, ({ tx, board, now }, { id }) =>
  tx
    .selectFrom('meetings as meeting')
    .innerJoin('audience_groups as named', (join) => sameBoard(join, 'named.audience_id', 'meeting.audience_id'))
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      sql<number>`count(*) filter (where meeting.state in ('published', 'finding-date') and meeting.ends_at > ${now})`.as(
        'upcoming',
      ),
    ])
    .where('meeting.board_id', '=', board.id)
    .where('meeting.deleted_at', 'is', null)
    .where('named.group_id', '=', id),
);
