import { type RawBuilder, sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { editableBy, visibleTo } from '#server/features/members/audience/queries.ts';

/** `canSeeAnnouncement` as the condition of a list that calls its announcements `item`. */
export function announcementInSight(scope: BoardScope): RawBuilder<boolean> {
  const audienceId = sql.ref<string>('item.audience_id');
  return sql<boolean>`case when item.state = 'published' then ${visibleTo(scope, audienceId)}
    else ${editableBy(scope, audienceId)} end`;
}
