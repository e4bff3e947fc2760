import { type RawBuilder, sql } from 'kysely';
import { definePage, type PageScope } from '#server/db/page-statement.ts';
import { selectAnnouncements } from '#server/features/homes/announcements/announcement/queries.ts';
import { announcementVisibleWhere } from '#server/features/homes/announcements/announcement/visibility.ts';
import { pageReaderOf } from '#server/features/members/audience/queries.ts';
import {
  type SqlTerms,
  selectPageOfHits,
  sharedTerms,
  shownIds,
  shownRank,
} from '#server/features/views/search/terms/queries.ts';

export const selectAnnouncementHits = (scope: PageScope, { terms }: SqlTerms): RawBuilder<unknown> => sql`
  select item.id, found.in_title, coalesce(item.publish_on, item.created_at) as at
  from gate.search_announcements(${terms}) found
  join announcements item on item.board_id = ${scope.board.id} and item.id = found.id
  where item.deleted_at is null and ${announcementVisibleWhere(pageReaderOf(scope))}
`;

export const foundAnnouncements = definePage(
  { announcements_skip: 'int', announcements_most: 'int' },
  (scope, params) =>
    selectPageOfHits(scope, {
      hits: selectAnnouncementHits(scope, sharedTerms),
      paging: { skip: params.announcements_skip, most: params.announcements_most },
      rows: selectAnnouncements(scope)
        .where(sql<boolean>`item.id = ${shownIds}`)
        .select(shownRank('item.id').as('nth')),
    }),
);
