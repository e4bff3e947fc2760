import { type Expression, type RawBuilder, sql } from 'kysely';
import type { NamedAudience } from '#domain/audience.ts';
import { type BoardScope, isSignedInAdmin } from '#server/db/board-scope.ts';
import { definePage, type PageScope, type QueryScope, type SqlValue } from '#server/db/page-statement.ts';
import { peopleMax, selectPeople } from '#server/features/members/people/queries.ts';
import type { LiveAudience } from '#server/http/live-hub.ts';

/** The whole board, or groups and individual members, by id. */
export interface Audience {
  readonly wholeBoard: boolean;
  readonly groupIds: readonly string[];
  readonly memberIds: readonly string[];
}

/**
 * Finds the active members who see an item by its home's condition `visibleWhere`; board admins hear of it always. `selectItem`: the
 * audience of the item with that id, in the state that is given.
 */
export function defineListeners(
  selectItem: (scope: Reading, item: { readonly id: Ref; readonly state: Ref }) => RawBuilder<unknown>,
  visibleWhere: (reader: SqlReader) => RawBuilder<boolean>,
): (
  scope: Pick<BoardScope, 'tx' | 'now'>,
  item: { readonly id: string; readonly state: string },
) => Promise<LiveAudience> {
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
  return async ({ tx, now }, { id, state }) => {
    const found = await statement.run(tx, { id, state }, now);
    return found?.everyone ? 'everyone' : (found?.ids ?? []);
  };
}

/** The actor's relation to an item's audience, selected with its row. */
export interface AudienceAccess {
  /** By the whole board, a group, or by name. */
  readonly in_audience: boolean;
  /** Of everything that the audience names. */
  readonly administers: boolean;
}

/** Whose facts are selected, in a transaction and in a page's statement alike. */
export interface MemberIds {
  readonly board: { readonly id: SqlValue<string> };
  readonly member: { readonly id: SqlValue<string> };
}

interface Reading {
  readonly board: { readonly id: SqlValue<string> };
}
type Ref = Expression<string> | RawBuilder<string>;

export function inAudience({ board }: Reading, audienceId: Ref, memberId: Ref): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from audiences a
    where a.board_id = ${board.id}::uuid and a.id = ${audienceId} and (
      a.whole_board
      or exists (
        select from audience_groups ag
        join group_members gm on gm.board_id = ag.board_id and gm.group_id = ag.group_id
        where ag.board_id = a.board_id and ag.audience_id = a.id and gm.member_id = ${memberId}
      )
      or exists (
        select from audience_members am
        where am.board_id = a.board_id and am.audience_id = a.id and am.member_id = ${memberId}
      )
    )
  )`;
}

/**
 * At least one group, all administered by the member; individuals must be in these groups, added by a board admin, or group
 * admins could make themselves editors.
 */
export function administersAudience({ board }: Reading, audienceId: Ref, memberId: Ref): RawBuilder<boolean> {
  const ownGroups = sql`(
    select own.group_id from group_members own
    where own.board_id = ${board.id}::uuid and own.member_id = ${memberId} and own.is_group_admin
  )`;
  return sql<boolean>`(
    exists (
      select from audience_groups ag where ag.board_id = ${board.id}::uuid and ag.audience_id = ${audienceId}
    )
    and not exists (
      select from audience_groups ag
      where ag.board_id = ${board.id}::uuid and ag.audience_id = ${audienceId} and ag.group_id not in ${ownGroups}
    )
    and not exists (
      select from audience_members am
      where am.board_id = ${board.id}::uuid and am.audience_id = ${audienceId} and not exists (
        select from group_members gm
        where gm.board_id = am.board_id and gm.member_id = am.member_id and gm.group_id in ${ownGroups}
          and gm.added_by_board_admin
      )
    )
  )`;
}

/** As columns of an item's row. */
export function selectAudienceAccess(scope: MemberIds, audienceId: Ref) {
  const me = sql<string>`${scope.member.id}::uuid`;
  return [
    inAudience(scope, audienceId, me).as('in_audience'),
    administersAudience(scope, audienceId, me).as('administers'),
  ] as const;
}

/** The actor, or each member of a list. */
export interface SqlReader {
  readonly board: { readonly id: SqlValue<string> };
  readonly memberId: Ref;
  readonly isBoardAdmin: SqlValue<boolean>;
  /** False skips a costly condition. */
  readonly mayAdminister: SqlValue<boolean>;
}

/** Nobody edits through a secret address. */
export function readerOf(scope: Pick<BoardScope, 'board' | 'member' | 'via'>): SqlReader {
  const isGroupAdmin = scope.member.groups.some((group) => group.isGroupAdmin);
  return {
    board: scope.board,
    memberId: sql<string>`${scope.member.id}::uuid`,
    isBoardAdmin: isSignedInAdmin(scope),
    mayAdminister: scope.via.kind === 'session' && isGroupAdmin,
  };
}

/** In a page's statement. */
export const pageReaderOf = ({ board, member, isBoardAdmin, mayAdminister }: PageScope): SqlReader => ({
  board,
  memberId: member.id,
  isBoardAdmin,
  mayAdminister,
});

/** Of what is published: editors' rights show no more of it. */
export const pageReaderOfPublished = (scope: PageScope): SqlReader => ({
  ...pageReaderOf(scope),
  mayAdminister: false,
});

/** Without board admins' rights. `as: 'reader'` ignores editors' rights. */
export const eachMember = ({ board }: Reading, memberId: Ref, as: 'reader' | 'editor'): SqlReader => ({
  board,
  memberId,
  isBoardAdmin: false,
  mayAdminister: as === 'editor',
});

/** For published items. */
export function visibleTo(reader: SqlReader, audienceId: Ref): RawBuilder<boolean> {
  return either(reader.isBoardAdmin, () => inAudience(reader, audienceId, reader.memberId));
}

/** For unpublished items. */
export function editableBy(reader: SqlReader, audienceId: Ref): RawBuilder<boolean> {
  const { isBoardAdmin, mayAdminister } = reader;
  if (mayAdminister === false) return sql<boolean>`${isBoardAdmin}::boolean`;
  const administers = () => administersAudience(reader, audienceId, reader.memberId);
  return either(isBoardAdmin, () =>
    mayAdminister === true ? administers() : sql<boolean>`(${mayAdminister} and ${administers()})`,
  );
}

/** Known beforehand, the second condition is left out where it changes nothing. */
function either(first: SqlValue<boolean>, second: () => RawBuilder<boolean>): RawBuilder<boolean> {
  if (first === true) return sql<boolean>`true`;
  return first === false ? second() : sql<boolean>`(${first} or ${second()})`;
}

/** As a column of an item's row. */
export function namedAudience({ board }: Reading, audienceId: Ref): RawBuilder<NamedAudience> {
  return sql<NamedAudience>`(
    select jsonb_build_object(
      'whole_board', a.whole_board,
      'groups', (
        select coalesce(jsonb_agg(g.name order by lower(g.name), g.id), '[]'::jsonb)
        from audience_groups ag join groups g on g.board_id = ag.board_id and g.id = ag.group_id
        where ag.board_id = a.board_id and ag.audience_id = a.id
      ),
      'people', (
        select count(*) from audience_members am where am.board_id = a.board_id and am.audience_id = a.id
      ),
      'members', case when not a.whole_board then (
        select count(*) from members m
        where m.board_id = a.board_id and m.status in ('active', 'invited') and m.id in (
          select gm.member_id from audience_groups ag
          join group_members gm on gm.board_id = ag.board_id and gm.group_id = ag.group_id
          where ag.board_id = a.board_id and ag.audience_id = a.id
          union
          select am.member_id from audience_members am where am.board_id = a.board_id and am.audience_id = a.id
        )
      ) end
    )
    from audiences a where a.board_id = ${board.id}::uuid and a.id = ${audienceId}
  )`;
}

export async function readAudience(scope: Pick<BoardScope, 'tx' | 'board'>, audienceId: string): Promise<Audience> {
  const row = await selectAudience(scope, sql<string>`${audienceId}::uuid`).executeTakeFirstOrThrow();
  return { wholeBoard: row.whole_board, groupIds: row.group_ids, memberIds: row.member_ids };
}

/** Whom it names, by id. */
export const selectAudience = ({ tx, board }: QueryScope, audienceId: Ref) =>
  tx
    .selectFrom('audiences as a')
    .select((eb) => [
      'a.whole_board',
      sql<string[]>`array(${eb
        .selectFrom('audience_groups as g')
        .select('g.group_id')
        .whereRef('g.board_id', '=', 'a.board_id')
        .whereRef('g.audience_id', '=', 'a.id')
        .orderBy('g.group_id')})`.as('group_ids'),
      sql<string[]>`array(${eb
        .selectFrom('audience_members as m')
        .select('m.member_id')
        .whereRef('m.board_id', '=', 'a.board_id')
        .whereRef('m.audience_id', '=', 'a.id')
        .orderBy('m.member_id')})`.as('member_ids'),
    ])
    .where('a.board_id', '=', board.id)
    .where('a.id', '=', audienceId);

/** Active and pending members of it; sort with `sortPeople`. */
export const selectPeopleIn = (scope: QueryScope, audienceId: Ref) =>
  selectPeople(scope)
    .where('member.status', 'in', ['active', 'invited'])
    .where(inAudience(scope, audienceId, sql.ref('member.id')))
    .orderBy('member.id')
    .limit(peopleMax);
