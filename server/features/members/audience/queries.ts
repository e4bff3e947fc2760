import { type Expression, type RawBuilder, sql } from 'kysely';
import type { NamedAudience } from '#domain/audience.ts';
import { type BoardScope, isSignedInAdmin } from '#server/db/board-scope.ts';
import {
  definePage,
  type GroupsFrom,
  mapResult,
  type PageScope,
  type QueryScope,
  type SqlValue,
  type Statement,
} from '#server/db/page-statement.ts';
import type { LiveAudience } from '#server/features/core/events/commands.ts';
import { peopleMax, selectPeople } from '#server/features/members/people/queries.ts';

export interface Audience {
  readonly wholeBoard: boolean;
  readonly groupIds: readonly string[];
  readonly memberIds: readonly string[];
}

export function defineListeners(
  selectItem: (scope: Reading, item: { readonly id: Ref; readonly state: Ref }) => RawBuilder<unknown>,
  visibleWhere: (reader: SqlReader) => RawBuilder<boolean>,
): Statement<{ readonly id: string; readonly state: string }, LiveAudience> {
  const statement = definePage({ id: 'uuid', state: 'text' }, (scope, item) => {
    const isVisible = visibleWhere(eachMember(scope, sql.ref('member.id'), 'editor'));
    const heard = sql<{ readonly id: string; readonly visible: boolean }>`(
      select member.id, ${isVisible} as visible
      from members member cross join lateral ${selectItem(scope, item)}
      where member.board_id = ${scope.board.id} and member.status = 'active'
    )`;
    return scope.tx
      .selectFrom(heard.as('heard'))
      .select([
        sql<boolean>`coalesce(bool_and(heard.visible), false)`.as('everyone'),
        sql<readonly string[] | null>`array_agg(heard.id) filter (where heard.visible)`.as('ids'),
      ]);
  });
  return mapResult(statement, (found) => (found?.everyone ? 'everyone' : (found?.ids ?? [])));
}

export interface AudienceAccess {
  readonly in_audience: boolean;
  readonly administers: boolean;
}

export interface MemberIds {
  readonly board: { readonly id: SqlValue<string> };
  readonly member: { readonly id: SqlValue<string>; readonly groupsFrom?: GroupsFrom };
}

interface Reading {
  readonly board: { readonly id: SqlValue<string> };
}
type Ref = Expression<string> | RawBuilder<string>;

export interface AudienceMember {
  readonly id: Ref;
  readonly groups: GroupsFrom;
}

export const anyMember = (id: Ref): AudienceMember => ({ id, groups: 'tables' });

export const actorOf = ({ member: { id, groupsFrom = 'tables' } }: MemberIds): AudienceMember => ({
  id: typeof id === 'string' ? sql<string>`${id}::uuid` : id,
  groups: groupsFrom,
});

function whereAudience({ board }: Reading, audienceId: Ref, condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from audiences a where a.board_id = ${board.id}::uuid and a.id = ${audienceId} and ${condition}
  )`;
}

/** The query must have joined the audience as `a`. */
export function inJoinedAudience({ id, groups }: AudienceMember): RawBuilder<boolean> {
  const inGroup =
    groups === 'settings'
      ? sql`a.group_ids && current_group_ids()`
      : sql`exists (
          select from group_members gm
          where gm.board_id = a.board_id and gm.member_id = ${id} and gm.group_id = any(a.group_ids)
        )`;
  return sql<boolean>`(a.whole_board or ${id} = any(a.member_ids) or ${inGroup})`;
}

/** Memberships that a group admin added do not count, because group admins could otherwise make themselves editors. */
function isAdministeredBy({ board }: Reading, { id, groups }: AudienceMember): RawBuilder<boolean> {
  const own =
    groups === 'settings'
      ? sql`current_administered_group_ids()`
      : sql`array(
          select own.group_id from group_members own
          where own.board_id = ${board.id}::uuid and own.member_id = ${id} and own.is_group_admin
        )`;
  return sql<boolean>`(
    a.group_ids <> '{}' and a.group_ids <@ ${own} and not exists (
      select from unnest(a.member_ids) named (id)
      where not exists (
        select from group_members gm
        where gm.board_id = a.board_id and gm.member_id = named.id and gm.group_id = any(${own}) and gm.added_by_board_admin
      )
    )
  )`;
}

export const inAudience = (scope: Reading, audienceId: Ref, member: AudienceMember): RawBuilder<boolean> =>
  whereAudience(scope, audienceId, inJoinedAudience(member));

export const administersAudience = (scope: Reading, audienceId: Ref, member: AudienceMember): RawBuilder<boolean> =>
  whereAudience(scope, audienceId, isAdministeredBy(scope, member));

/** The query must have joined the audience as `a`. */
export function selectAccessOfJoined(scope: MemberIds) {
  const actor = actorOf(scope);
  return [inJoinedAudience(actor).as('in_audience'), isAdministeredBy(scope, actor).as('administers')] as const;
}

export function selectAudienceAccess(scope: MemberIds, audienceId: Ref) {
  const actor = actorOf(scope);
  return [
    inAudience(scope, audienceId, actor).as('in_audience'),
    administersAudience(scope, audienceId, actor).as('administers'),
  ] as const;
}

export interface SqlReader {
  readonly board: { readonly id: SqlValue<string> };
  readonly member: AudienceMember;
  readonly isBoardAdmin: SqlValue<boolean>;
  readonly isGroupAdmin: SqlValue<boolean>;
}

/** Secret links give no editing rights. */
export function readerOf(scope: Pick<BoardScope, 'board' | 'member' | 'via'>): SqlReader {
  const isGroupAdmin = scope.member.groups.some((group) => group.isGroupAdmin);
  return {
    board: scope.board,
    member: actorOf(scope),
    isBoardAdmin: isSignedInAdmin(scope),
    isGroupAdmin: scope.via.kind === 'session' && isGroupAdmin,
  };
}

export const pageReaderOf = (scope: PageScope): SqlReader => ({
  board: scope.board,
  member: actorOf(scope),
  isBoardAdmin: scope.isBoardAdmin,
  isGroupAdmin: scope.isGroupAdmin,
});

/** Use this only for published items, to which group admins have no special access. */
export const pageReaderOfPublished = (scope: PageScope): SqlReader => ({
  ...pageReaderOf(scope),
  isGroupAdmin: false,
});

/** Ignores the member's rights as a board admin. `as: 'reader'` also ignores editing rights. */
export const eachMember = ({ board }: Reading, memberId: Ref, as: 'reader' | 'editor'): SqlReader => ({
  board,
  member: anyMember(memberId),
  isBoardAdmin: false,
  isGroupAdmin: as === 'editor',
});

export const eachWithRights = (scope: Reading, table: 'member' | 'owner'): SqlReader => ({
  ...eachMember(scope, sql.ref(`${table}.id`), 'editor'),
  isBoardAdmin: sql<boolean>`${sql.ref(`${table}.is_board_admin`)}`,
});

export function visibleTo(reader: SqlReader, audienceId: Ref): RawBuilder<boolean> {
  return either(reader.isBoardAdmin, () => inAudience(reader, audienceId, reader.member));
}

export function editableBy(reader: SqlReader, audienceId: Ref): RawBuilder<boolean> {
  if (reader.isGroupAdmin === false) return sql<boolean>`${reader.isBoardAdmin}::boolean`;
  return either(reader.isBoardAdmin, () => whereAudience(reader, audienceId, administeredIfMay(reader)));
}

export function publishedOrEditable(
  reader: SqlReader,
  audienceId: Ref,
  isPublished: RawBuilder<boolean>,
): RawBuilder<boolean> {
  const condition = sql<boolean>`case when ${isPublished} then ${inJoinedAudience(reader.member)} else ${administeredIfMay(reader)} end`;
  return either(reader.isBoardAdmin, () => whereAudience(reader, audienceId, condition));
}

function administeredIfMay(reader: SqlReader): RawBuilder<boolean> {
  const { isGroupAdmin } = reader;
  if (isGroupAdmin === false) return sql<boolean>`false`;
  const administered = isAdministeredBy(reader, reader.member);
  return isGroupAdmin === true ? administered : sql<boolean>`(${isGroupAdmin} and ${administered})`;
}

function either(first: SqlValue<boolean>, second: () => RawBuilder<boolean>): RawBuilder<boolean> {
  if (first === true) return sql<boolean>`true`;
  return first === false ? second() : sql<boolean>`(${first} or ${second()})`;
}

const namedWholeBoard: NamedAudience = { whole_board: true, groups: [], people: 0, members: null };

/**
 * The query must have joined the audience as `a`. The function is called only if it is needed, because it is expensive
 * and most audiences are the whole board.
 */
export const namedJoined = sql<NamedAudience>`case
  when a.whole_board then ${sql.lit(JSON.stringify(namedWholeBoard))}::jsonb else named_audience(a)
end`;

export const namedAudience = ({ board }: Reading, audienceId: Ref): RawBuilder<NamedAudience> => sql<NamedAudience>`(
  select ${namedJoined} from audiences a where a.board_id = ${board.id}::uuid and a.id = ${audienceId}
)`;

export async function readAudience(scope: Pick<BoardScope, 'tx' | 'board'>, audienceId: string): Promise<Audience> {
  const row = await selectAudience(scope, sql<string>`${audienceId}::uuid`).executeTakeFirstOrThrow();
  return { wholeBoard: row.whole_board, groupIds: row.group_ids, memberIds: row.member_ids };
}

export const selectAudience = ({ tx, board }: QueryScope, audienceId: Ref) =>
  tx
    .selectFrom('audiences as a')
    .select(['a.whole_board', 'a.group_ids', 'a.member_ids'])
    .where('a.board_id', '=', board.id)
    .where('a.id', '=', audienceId);

/** Sort the result with `sortPeople`. */
export const selectPeopleIn = (scope: QueryScope, audienceId: Ref) =>
  selectPeople(scope)
    .where('member.status', 'in', ['active', 'invited'])
    .where(inAudience(scope, audienceId, anyMember(sql.ref('member.id'))))
    .orderBy('member.id')
    .limit(peopleMax);
