import { sql } from 'kysely';
import type { ReportPerson } from '#contract/reports.ts';
import { sortPeople } from '#domain/people-order.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { peopleMax, selectPeople } from '#server/features/members/people/queries.ts';
import { isMeant, type ReportFilter } from './filter.ts';

export interface PersonOfBoard {
  readonly person: ReportPerson;
  /** When the latest invitation was redeemed; for who never had one, when they were made. Null: has not joined. */
  readonly joinedAt: Date | null;
  readonly removedAt: Date | null;
  /** Belongs to whom the filter means. */
  readonly isMeant: boolean;
}

/** Everybody whom the board has or had, by name. */
export async function listPeopleOfBoard(scope: BoardScope, filter: ReportFilter): Promise<readonly PersonOfBoard[]> {
  const rows = await selectPeople(scope)
    .select([
      sql<Date | null>`case when member.status <> 'invited' then coalesce(
        (select max(redeemed.redeemed_at) from invitations redeemed
         where redeemed.board_id = member.board_id and redeemed.member_id = member.id),
        case when member.user_id is not null then member.created_at end
      ) end`.as('joined_at'),
      isMeant(scope, filter, sql.ref('member.id')).as('is_meant'),
    ])
    .orderBy('member.removed_at', (order) => order.nullsFirst())
    .orderBy('member.id')
    .limit(2 * peopleMax)
    .execute();
  return sortPeople(rows).map((row) => ({
    person: {
      ...{ member_id: row.id, slug: row.slug, name: `${row.first_name} ${row.last_name}` },
      ...{ status: row.status, is_gone: row.removed_at !== null },
    },
    joinedAt: row.joined_at,
    removedAt: row.removed_at,
    isMeant: row.is_meant,
  }));
}
