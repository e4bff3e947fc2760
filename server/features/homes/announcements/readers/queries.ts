import { sql } from 'kysely';
import { sameBoard } from '#server/db/board-rows.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import { definePage, type PageScope, type ResultOf, rowsOf } from '#server/db/page-statement.ts';
import { selectAnnouncementHeads } from '#server/features/homes/announcements/announcement/queries.ts';
import { announcementVisibleWhere } from '#server/features/homes/announcements/announcement/visibility.ts';
import {
  anyMember,
  eachMember,
  inJoinedAudience,
  selectAccessOfJoined,
  selectPeopleIn,
} from '#server/features/members/audience/queries.ts';

/** The query must have joined the announcement as `item` and its audience as `a`. */
export const selectOpenedCount = (scope: PageScope) =>
  scope.tx
    .selectFrom('members as member')
    .leftJoin('announcement_readers as reader', (join) =>
      sameBoard(join, 'reader.member_id', 'member.id').on('reader.announcement_id', '=', sql.ref('item.id')),
    )
    .where('member.board_id', '=', scope.board.id)
    .where('member.status', '=', 'active')
    .where(sql<boolean>`(${scope.isBoardAdmin} or ${scope.isGroupAdmin})`)
    .where(inJoinedAudience(anyMember(sql.ref('member.id'))))
    .where(sql<boolean>`member.id is distinct from item.created_by`)
    .select((eb) => [eb.fn.count<number>('reader.first_opened_at').as('count'), eb.fn.countAll<number>().as('of')]);

/** Does not check rights; the caller must use `canEditAnnouncement`. */
export const readersPage = definePage({ id: 'uuid' }, (scope, { id }) => {
  const audienceId = sql.ref<string>('item.audience_id');
  const openings = scope.tx
    .selectFrom('announcement_readers as opening')
    .select((eb) => ['opening.member_id', eb.ref('opening.first_opened_at').$notNull().as('first_opened_at')])
    .where('opening.board_id', '=', scope.board.id)
    .where('opening.announcement_id', '=', id)
    .where('opening.first_opened_at', 'is not', null)
    .orderBy('opening.first_opened_at', 'desc');
  return selectAnnouncementHeads(scope)
    .where('item.id', '=', id)
    .select(selectAccessOfJoined(scope))
    .select([rowsOf(selectPeopleIn(scope, audienceId)).as('people'), rowsOf(openings).as('openings')]);
});

export type ReadersPage = NonNullable<ResultOf<typeof readersPage>>;

export const findRecipient = (
  scope: BoardJobScope,
  of: { readonly announcementId: string; readonly memberId: string },
) =>
  scope.tx
    .selectFrom('announcement_readers as reader')
    .innerJoin('members as member', (join) => sameBoard(join, 'member.id', 'reader.member_id'))
    .innerJoin('announcements as item', (join) => sameBoard(join, 'item.id', 'reader.announcement_id'))
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
