import { sql } from 'kysely';
import { updateRow } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { defineListeners } from '#server/features/members/audience/queries.ts';
import type { AnnouncementRow } from './queries.ts';
import { announcementVisibleWhere } from './visibility.ts';

export type AnnouncementScope = BoardScope | BoardJobScope;

export const announcementLinkMail = 'announcement-link';

/** The caller must have locked the announcement's row. */
export async function setState(
  scope: AnnouncementScope,
  id: string,
  fields: { readonly state: AnnouncementRow['state']; readonly publish_on: Date | null },
): Promise<void> {
  await updateRow(scope, 'announcements', id, { ...fields, edited_at: null, updated_at: scope.now });
}

const announcementListeners = defineListeners(
  ({ board }, { id, state }) => sql`(
    select own.audience_id, ${state} as state from announcements own where own.board_id = ${board.id} and own.id = ${id}
  ) item`,
  announcementVisibleWhere,
);

export async function publishAnnouncementChanged(
  scope: Pick<BoardScope, 'tx' | 'board' | 'now'>,
  item: Pick<AnnouncementRow, 'id' | 'state'>,
  alsoTo: readonly string[] = [],
): Promise<void> {
  const { id, state } = item;
  const listeners = await announcementListeners.run(scope.tx, { id, state }, scope.now);
  const audience = listeners === 'everyone' ? listeners : [...new Set([...listeners, ...alsoTo])];
  await publishLive(scope, { noun: 'announcement', id: item.id }, audience);
}
