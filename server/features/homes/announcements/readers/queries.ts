import { sql } from 'kysely';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { announcementVisibleWhere } from '#server/features/homes/announcements/base/visibility.ts';
import { eachMember, inAudience, readAudience } from '#server/features/members/audience/queries.ts';
import { listPeopleOf, type PersonRow } from '#server/features/members/people/queries.ts';

interface Announcement {
  readonly id: string;
  readonly audience_id: string;
}

/** How many of the audience have opened it. */
export async function countOpened(
  scope: BoardScope,
  item: Announcement,
): Promise<{ readonly count: number; readonly of: number }> {
  return scope.tx
    .selectFrom('members as member')
    .leftJoin('announcement_readers as reader', (join) =>
      join
        .onRef('reader.board_id', '=', 'member.board_id')
        .onRef('reader.member_id', '=', 'member.id')
        .on('reader.announcement_id', '=', item.id),
    )
    .where('member.board_id', '=', scope.board.id)
    .where('member.status', '=', 'active')
    .where(inAudience(scope, sql<string>`${item.audience_id}::uuid`, sql.ref('member.id')))
    .select((eb) => [eb.fn.count<number>('reader.first_opened_at').as('count'), eb.fn.countAll<number>().as('of')])
    .executeTakeFirstOrThrow();
}

export interface ReaderFacts {
  readonly people: readonly PersonRow[];
  /** When each member opened it first, the latest first. */
  readonly openings: readonly { readonly member_id: string; readonly first_opened_at: Date }[];
}

export async function listReaders(scope: BoardScope, item: Announcement): Promise<ReaderFacts> {
  const people = await listPeopleOf(scope, await readAudience(scope, item.audience_id));
  const openings = await scope.tx
    .selectFrom('announcement_readers')
    .select((eb) => ['member_id', eb.ref('first_opened_at').$notNull().as('first_opened_at')])
    .where('board_id', '=', scope.board.id)
    .where('announcement_id', '=', item.id)
    .where('first_opened_at', 'is not', null)
    .orderBy('first_opened_at', 'desc')
    .execute();
  return { people, openings };
}

/** Null for a member who is no longer active or in the audience. */
export async function findRecipient(
  scope: BoardJobScope,
  of: { readonly announcementId: string; readonly memberId: string },
) {
  const row = await scope.tx
    .selectFrom('announcement_readers as reader')
    .innerJoin('members as member', (join) =>
      join.onRef('member.board_id', '=', 'reader.board_id').onRef('member.id', '=', 'reader.member_id'),
    )
    .innerJoin('announcements as item', (join) =>
      join.onRef('item.board_id', '=', 'reader.board_id').onRef('item.id', '=', 'reader.announcement_id'),
    )
    .innerJoin('users as account', 'account.id', 'member.user_id')
    .select([
      'account.email',
      'account.first_name',
      'account.last_name',
      'member.is_board_admin',
      'reader.link_generation',
      sql<boolean>`reader.uid_hash is not null`.as('has_link'),
    ])
    .where('reader.board_id', '=', scope.board.id)
    .where('reader.announcement_id', '=', of.announcementId)
    .where('reader.member_id', '=', of.memberId)
    .where('member.status', '=', 'active')
    .where('account.disabled_at', 'is', null)
    .where(announcementVisibleWhere(eachMember(scope, sql.ref('member.id'), 'reader')))
    .executeTakeFirst();
  return row ?? null;
}
