import type { BoardScope } from '#server/db/board-scope.ts';
import { listenersOf } from '#server/features/members/audience/live.ts';
import { tellLive } from '#server/http/live-hub.ts';
import type { AnnouncementRow } from './queries.ts';

/** Tells the open pages of whoever may know of it; `alsoTo`: members who may no longer, and should hear of that. */
export async function tellAnnouncementChanged(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  item: Pick<AnnouncementRow, 'id' | 'state'>,
  alsoTo: readonly string[] = [],
): Promise<void> {
  const row = await scope.tx
    .selectFrom('announcements')
    .select('audience_id')
    .where('board_id', '=', scope.board.id)
    .where('id', '=', item.id)
    .executeTakeFirstOrThrow();
  const isDraft = item.state !== 'published';
  const listeners = await listenersOf(scope, { audienceId: row.audience_id, isDraft });
  const told = listeners === 'everyone' ? listeners : [...new Set([...listeners, ...alsoTo])];
  await tellLive(scope, { noun: 'announcement', id: item.id }, told);
}
