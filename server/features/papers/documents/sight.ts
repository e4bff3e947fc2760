import { type RawBuilder, sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { announcementInSight } from '#server/features/homes/announcements/sight.ts';
import { categoryInSight, folderInSight } from '#server/features/homes/library/queries.ts';
import { meetingInSight } from '#server/features/homes/meetings/sight.ts';
import { editableBy } from '#server/features/members/audience/queries.ts';

/**
 * Every place of the board whose documents the reader may see, with whether they may see the hidden ones too: as
 * `loadDocument` decides of one, for queries over thousands. Columns `id` and `edits`; documents name a place by one of
 * `meeting_id` (their own, or their agenda item's), `announcement_id`, `category_id` and `folder_id`.
 */
export function placesInSight(scope: BoardScope): RawBuilder<unknown> {
  const board = sql`${scope.board.id}::uuid`;
  return sql`
    select meeting.id, ${editableBy(scope, sql.ref('meeting.audience_id'))} as edits
    from meetings meeting
    where meeting.board_id = ${board} and meeting.deleted_at is null and ${meetingInSight(scope, 'meeting')}
    union all
    select item.id, ${editableBy(scope, sql.ref('item.audience_id'))}
    from announcements item
    where item.board_id = ${board} and item.deleted_at is null and ${announcementInSight(scope)}
    union all
    select category.id, ${editableBy(scope, sql.ref('category.audience_id'))}
    from categories category
    where category.board_id = ${board} and category.deleted_at is null and ${categoryInSight(scope)}
    union all
    select folder.id, ${editableBy(scope, sql<string>`coalesce(top.audience_id, category.audience_id)`)}
    from folders folder
    join categories category on category.board_id = folder.board_id and category.id = folder.category_id
    join folders top on top.board_id = folder.board_id and top.id = folder.path[1]
    where folder.board_id = ${board} and category.deleted_at is null and ${folderInSight(scope)}
      and not exists (select from folders above where above.id = any(folder.path) and above.deleted_at is not null)
  `;
}
