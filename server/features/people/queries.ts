import { sql } from 'kysely';
import type { BoardScope } from '../../db/board-scope.ts';
import { notFound } from '../../errors.ts';

/** More people than any board has, so that no list is without an end. */
const peopleMax = 2_000;

export interface PersonRow {
  readonly id: string;
  readonly slug: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly img_url: string | null;
  readonly status: 'invited' | 'active' | 'inactive';
  readonly is_board_admin: boolean;
}

/**
 * Members with their names: the user's own once there is one, before that the latest invitation's. Whoever needs
 * members by name starts from here.
 */
export function selectPeople(scope: Pick<BoardScope, 'tx' | 'board'>) {
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
      'account.img_url',
      sql<string>`coalesce(account.first_name, invitation.first_name)`.as('first_name'),
      sql<string>`coalesce(account.last_name, invitation.last_name)`.as('last_name'),
    ]);
}

export async function listPeopleRows(scope: BoardScope): Promise<readonly PersonRow[]> {
  return selectPeople(scope)
    .where('member.status', '<>', 'inactive')
    .orderBy(sql`lower(coalesce(account.last_name, invitation.last_name))`)
    .orderBy(sql`lower(coalesce(account.first_name, invitation.first_name))`)
    .orderBy('member.id')
    .limit(peopleMax)
    .execute();
}

export async function loadPerson(scope: BoardScope, memberId: string): Promise<PersonRow> {
  const row = await selectPeople(scope).where('member.id', '=', memberId).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
