import { sql } from 'kysely';
import { sortPeople } from '#domain/identity.ts';
import { sameBoard } from '#server/db/board-rows.ts';
import type { BoardScope, Reader } from '#server/db/board-scope.ts';
import {
  definePage,
  defineRows,
  type PageScope,
  type QueryScope,
  type ResultOf,
  type SelectedRow,
  type SqlValue,
} from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import { memberIdBySlug } from '#server/features/members/profile/queries.ts';
import { canSeePeople } from './policy.ts';
import { groupVisibleWhere } from './visibility.ts';

export const peopleMax = 2_000;
const membershipsMax = 20_000;

export interface PersonGroup {
  readonly id: string;
  readonly name: string;
  readonly is_group_admin: boolean;
}

/** `name_note` is empty if the name is unique. Sort the result with `sortPeople`. */
export const selectPeople = ({ tx, board }: QueryScope) =>
  tx
    .selectFrom('members as member')
    .where('member.board_id', '=', board.id)
    .select([
      'member.id',
      'member.slug',
      'member.status',
      'member.is_board_admin',
      'member.removed_at',
      'member.img_url',
      'member.email',
    ])
    .select((eb) => [
      eb.ref('member.first_name').$notNull().as('first_name'),
      eb.ref('member.last_name').$notNull().as('last_name'),
      sql<string>`name_note(member)`.as('name_note'),
    ]);

/** Selects nothing for inactive members and disabled accounts, because they get no mail. */
export const selectRecipient = ({ tx, board }: QueryScope, memberId: string) =>
  tx
    .selectFrom('members as member')
    .innerJoin('users as account', 'account.id', 'member.user_id')
    .select(['account.email', 'account.first_name', 'account.last_name'])
    .where('member.board_id', '=', board.id)
    .where('member.id', '=', memberId)
    .where('member.status', '=', 'active')
    .where('account.disabled_at', 'is', null);

export type PersonRow = SelectedRow<typeof selectPeople>;

export async function listPeopleRows(
  scope: QueryScope,
  options: { readonly withInactive: boolean },
): Promise<readonly PersonRow[]> {
  return sortPeople(await selectPeopleOfBoard(scope, options).execute());
}

export const selectPeopleOfBoard = (scope: QueryScope, options: { readonly withInactive: SqlValue<boolean> }) =>
  selectPeople(scope)
    .where('member.removed_at', 'is', null)
    .where(sql<boolean>`(${options.withInactive}::boolean or member.status <> 'inactive')`)
    .orderBy('member.id')
    .limit(peopleMax);

export const peopleOfBoard = defineRows({}, (scope) =>
  selectPeopleOfBoard(scope, { withInactive: scope.isBoardAdmin }),
);

export const boardAdmins = defineRows({}, (scope) =>
  selectPeopleOfBoard(scope, { withInactive: false })
    .where('member.is_board_admin', '=', true)
    .where('member.status', '=', 'active'),
);

export async function loadPerson(scope: QueryScope, memberId: string): Promise<PersonRow> {
  return found(await selectPeople(scope).where('member.id', '=', memberId).executeTakeFirst());
}

export async function loadPersonBySlug(scope: QueryScope, slug: string): Promise<PersonRow> {
  return found(await selectPeople(scope).where('member.slug', '=', slug).executeTakeFirst());
}

export const personPage = definePage({ slug: 'text' }, (scope, { slug }) =>
  selectPeople(scope)
    .where('member.slug', '=', slug)
    .where('member.removed_at', 'is', null)
    .select(
      sql<boolean>`(member.status = 'active' and member.is_board_admin and not exists (
        select from members other
        where other.board_id = member.board_id and other.status = 'active' and other.is_board_admin and other.id <> member.id
      ))`.as('is_last_admin'),
    ),
);

function found(row: PersonRow | undefined): PersonRow {
  if (!row || row.removed_at !== null) throw notFound();
  return row;
}

const selectGroupsOfPeople = (scope: PageScope) =>
  scope.tx
    .selectFrom('group_members as belonging')
    .innerJoin('groups as committee', (join) => sameBoard(join, 'committee.id', 'belonging.group_id'))
    .select(['belonging.member_id', 'committee.id', 'committee.name', 'belonging.is_group_admin'])
    .where('belonging.board_id', '=', scope.board.id)
    .where(groupVisibleWhere(scope, sql.ref<string>('belonging.group_id')))
    .orderBy((eb) => eb.fn('lower', ['committee.name']))
    .orderBy('committee.id')
    .limit(membershipsMax);

export const groupsOfPeople = defineRows({}, selectGroupsOfPeople);

export const groupsOfPerson = defineRows({ slug: 'text' }, (scope, { slug }) =>
  selectGroupsOfPeople(scope).where('belonging.member_id', '=', memberIdBySlug(scope, slug)),
);

export function groupsByMember(rows: ResultOf<typeof groupsOfPeople>): ReadonlyMap<string, readonly PersonGroup[]> {
  const groups = Map.groupBy(rows, (row) => row.member_id);
  return new Map([...groups].map(([id, of]) => [id, of.map(({ member_id: _, ...group }) => group)] as const));
}

export interface PeopleSelection {
  readonly wholeBoard: boolean;
  readonly groupIds: readonly string[];
  readonly memberIds: readonly string[];
}

export async function listPeopleOf(scope: QueryScope, audience: PeopleSelection): Promise<readonly PersonRow[]> {
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

export const peopleOfOwnGroups = defineRows({}, (scope) =>
  selectPeople(scope)
    .where('member.status', 'in', ['active', 'invited'])
    .select(
      sql<boolean>`exists (
        select from group_members belonging
        join group_members own on own.board_id = belonging.board_id and own.group_id = belonging.group_id
        where belonging.board_id = member.board_id and belonging.member_id = member.id
          and own.member_id = ${scope.member.id} and own.is_group_admin
      )`.as('in_administered_group'),
    )
    .orderBy('member.id')
    .limit(peopleMax),
);

export const peopleToName = (reader: Reader, rows: ResultOf<typeof peopleOfOwnGroups>): readonly PersonRow[] =>
  sortPeople(rows.filter((row) => canSeePeople(reader) || row.in_administered_group));

export const listPeopleToName = async (scope: BoardScope): Promise<readonly PersonRow[]> =>
  peopleToName(scope, await peopleOfOwnGroups.run(scope.tx, {}, scope.now));
