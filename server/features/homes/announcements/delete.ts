import { sql } from 'kysely';
import { restorableSince } from '#domain/restorable.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import { selectStanding } from '#server/features/members/audience/queries.ts';
import { setState } from './publish.ts';
import type { AnnouncementRow } from './queries.ts';
import { tellAnnouncementChanged } from './tell.ts';

/** Takes it out of sight with its documents and links; nothing is lost for 30 days. The row must be locked. */
export async function deleteAnnouncement(scope: BoardScope, item: AnnouncementRow): Promise<void> {
  await setDeleted(scope, item.id, scope.now);
  await audit(scope, { action: 'announcement.deleted', subjectKind: 'announcement', subjectId: item.id });
  await tellAnnouncementChanged(scope, item);
}

/**
 * Brings it back as it was, but for one whose time came while it was deleted: that is a draft again, since nobody expects it
 * to go out by being restored. The board's audiences must be held. Throws `not-found` for what is not deleted, beyond
 * restoring, or not the member's to edit.
 */
export async function undeleteAnnouncement(scope: BoardScope, announcementId: string): Promise<void> {
  const row = await scope.tx
    .selectFrom('announcements')
    .select(['id', 'publish_on', sql<AnnouncementRow['state']>`state`.as('state')])
    .select(selectStanding(scope, sql.ref('announcements.audience_id')))
    .where('board_id', '=', scope.board.id)
    .where('id', '=', announcementId)
    .where('deleted_at', '>', restorableSince(scope.now))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row || !isEditor(scope, row)) throw notFound();
  await setDeleted(scope, row.id, null);
  const { state, publish_on: publishOn } = row;
  if (state === 'scheduled' && publishOn !== null && publishOn <= scope.now) {
    await setState(scope, row.id, { state: 'draft', publish_on: null });
  }
  await audit(scope, { action: 'announcement.undeleted', subjectKind: 'announcement', subjectId: row.id });
  await tellAnnouncementChanged(scope, row);
}

async function setDeleted({ tx, board, now }: BoardScope, id: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('announcements')
    .set({ deleted_at: at, updated_at: now })
    .where('board_id', '=', board.id)
    .where('id', '=', id)
    .execute();
}
