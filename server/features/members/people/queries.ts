import { sql } from 'kysely';
import { sortPeople } from '#domain/identity.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { QueryScope } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import { canSeePeople } from './policy.ts';

/** More than any board has. */
export const peopleMax = 2_000;
const membershipsMax = 20_000;

type Reading = QueryScope;

export interface PersonRow {
  readonly id: string;
  readonly slug: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly img_url: string | null;
  readonly status: 'invited' | 'active' | 'inactive';
  readonly is_board_admin: boolean;
  readonly email: string | null;
  /** Kept for the name only. */
  readonly removed_at: Date | null;
}

export interface PersonGroup {
  readonly id: string;
  readonly name: string;
  readonly is_group_admin: boolean;
}

/** The user's name, before joining the latest invitation's. Sort with `sortPeople`. */
export function selectPeople(scope: Reading) {
  return scope.tx
    .selectFrom('members as member')
    .leftJoin('users as account', 'account.id', 'member.user_id')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('invitations')
          .select(['invitations.first_name', 'invitations.last_name', 'invitations.email'])
          .whereRef('invitations.member_id', '=', 'member.id')
          .where('invitations.board_id', '=', scope.board.id)
          .where('member.user_id', 'is', null)
          .orderBy('invitations.created_at', 'desc')
          .limit(1)
          .as('invitation'),
      (join) => join.onTrue(),
    )
    .where('member.board_id', '=', scope.board.id)
    .select([
      'member.id',
      'member.slug',
      'member.status',
      'member.is_board_admin',
      'member.removed_at',
      'account.img_url',
      sql<string>`coalesce(account.first_name, invitation.first_name)`.as('first_name'),
      sql<string>`coalesce(account.last_name, invitation.last_name)`.as('last_name'),
      sql<string | null>`coalesce(account.email, invitation.email)`.as('email'),
    ]);
}

export async function listPeopleRows(
  scope: Reading,
  options: { readonly withInactive: boolean },
): Promise<readonly PersonRow[]> {
  return sortPeople(await selectPeopleOfBoard(scope, options).execute());
}

/** Sort with `sortPeople`. */
export const selectPeopleOfBoard = (scope: Reading, options: { readonly withInactive: boolean }) =>
  selectPeople(scope)
    .where('member.removed_at', 'is', null)
    .$if(!options.withInactive, (query) => query.where('member.status', '<>', 'inactive'))
    .orderBy('member.id')
    .limit(peopleMax);

/** 404 when removed. */
export async function loadPerson(scope: Reading, memberId: string): Promise<PersonRow> {
  return found(await selectPeople(scope).where('member.id', '=', memberId).executeTakeFirst());
}

export async function loadPersonBySlug(scope: Reading, slug: string): Promise<PersonRow> {
  return found(await selectPeople(scope).where('member.slug', '=', slug).executeTakeFirst());
}

function found(row: PersonRow | undefined): PersonRow {
  if (!row || row.removed_at !== null) throw notFound();
  return row;
}

/** Those that the reader may see, by name; of one member or all. */
export async function listGroupsOfPeople(
  scope: BoardScope,
  options: { readonly memberId?: string } = {},
): Promise<ReadonlyMap<string, readonly PersonGroup[]>> {
  const { tx, board, member } = scope;
  const own = member.groups.map((group) => group.id);
  if (!member.isBoardAdmin && own.length === 0) return new Map();
  const { memberId } = options;
  const rows = await tx
    .selectFrom('group_members as belonging')
    .innerJoin('groups as committee', (join) =>
      join.onRef('committee.board_id', '=', 'belonging.board_id').onRef('committee.id', '=', 'belonging.group_id'),
    )
    .select(['belonging.member_id', 'committee.id', 'committee.name', 'belonging.is_group_admin'])
    .where('belonging.board_id', '=', board.id)
    .$if(!member.isBoardAdmin, (query) => query.where('belonging.group_id', 'in', own))
    .$if(memberId !== undefined, (query) => query.where('belonging.member_id', '=', memberId ?? ''))
    .orderBy((eb) => eb.fn('lower', ['committee.name']))
    .orderBy('committee.id')
    .limit(membershipsMax)
    .execute();
  const groups = Map.groupBy(rows, (row) => row.member_id);
  return new Map([...groups].map(([id, of]) => [id, of.map(({ member_id: _, ...group }) => group)] as const));
}

export async function isLastAdmin(scope: Reading, person: Pick<PersonRow, 'id' | 'status' | 'is_board_admin'>) {
  if (person.status !== 'active' || !person.is_board_admin) return false;
  const other = await scope.tx
    .selectFrom('members')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where('status', '=', 'active')
    .where('is_board_admin', '=', true)
    .where('id', '<>', person.id)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

/** The whole board, or groups and individual members, by id. */
export interface PeopleSelection {
  readonly wholeBoard: boolean;
  readonly groupIds: readonly string[];
  readonly memberIds: readonly string[];
}

/** Active and pending members, by name. */
export async function listPeopleOf(scope: Reading, audience: PeopleSelection): Promise<readonly PersonRow[]> {
  const rows = await selectPeople(scope)
    .where('member.status', 'in', ['active', 'invited'])
    .$if(!audience.wholeBoard, (query) =>
      query.where((eb) =>
        eb.or([
          sql<boolean>`member.id = any(${audience.memberIds}::uuid[])`,
          eb.exists(
            eb
              .selectFrom('group_members as belonging')
              .select('belonging.member_id')
              .where('belonging.board_id', '=', scope.board.id)
              .whereRef('belonging.member_id', '=', 'member.id')
              .where(sql<boolean>`belonging.group_id = any(${audience.groupIds}::uuid[])`),
          ),
        ]),
      ),
    )
    .orderBy('member.id')
    .limit(peopleMax)
    .execute();
  return sortPeople(rows);
}

/** Where people are hidden, only members of groups that the actor administers. */
export async function listPeopleToName(scope: BoardScope): Promise<readonly PersonRow[]> {
  const administered = scope.member.groups.filter((group) => group.isGroupAdmin).map((group) => group.id);
  return listPeopleOf(scope, { wholeBoard: canSeePeople(scope), groupIds: administered, memberIds: [] });
}
