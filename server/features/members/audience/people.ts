import { sql } from 'kysely';
import type { AudienceMember } from '#contract/audience.ts';
import { sortPeople } from '#domain/people-order.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { type PersonRow, peopleMax, selectPeople } from '#server/features/members/people/queries.ts';
import type { Audience } from './commands.ts';

type Reading = Pick<BoardScope, 'tx' | 'board'>;

export async function readAudience({ tx, board }: Reading, audienceId: string): Promise<Audience> {
  const row = await tx
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
    .where('a.id', '=', audienceId)
    .executeTakeFirstOrThrow();
  return { wholeBoard: row.whole_board, groupIds: row.group_ids, memberIds: row.member_ids };
}

/** The active and pending members of an audience, by name: whom a published item invites. */
export async function listPeopleOf(scope: Reading, audience: Audience): Promise<readonly PersonRow[]> {
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

/**
 * The active and pending members whom whoever acts may name: the board’s, or where it hides its people those of the groups
 * that they administer (docs/decisions/053-people-who-leave.md).
 */
export async function listPeopleToName(scope: BoardScope): Promise<readonly PersonRow[]> {
  const administered = scope.member.groups.filter((group) => group.isGroupAdmin).map((group) => group.id);
  return listPeopleOf(scope, { wholeBoard: canSeePeople(scope), groupIds: administered, memberIds: [] });
}

export function presentAudienceMember(row: PersonRow): AudienceMember {
  return {
    member_id: row.id,
    name: `${row.first_name} ${row.last_name}`,
    img_url: row.img_url,
    is_pending: row.status === 'invited',
  };
}
