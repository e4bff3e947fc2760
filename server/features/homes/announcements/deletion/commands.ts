import { sql } from 'kysely';
import { restorableSince } from '#domain/timings.ts';
import { deleteRow, updateRow } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishAnnouncementChanged, setState } from '#server/features/homes/announcements/announcement/commands.ts';
import type { AnnouncementRow } from '#server/features/homes/announcements/announcement/queries.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import { selectAudienceAccess } from '#server/features/members/audience/queries.ts';
import { listKeysInside } from '#server/features/papers/documents/deletion/queries.ts';

/** A deleted announcement can be restored for 30 days. The caller must have locked the row. */
export async function deleteAnnouncement(scope: BoardScope, item: AnnouncementRow): Promise<void> {
  await setDeleted(scope, item.id, scope.now);
  await audit(scope, 'announcement.deleted', { kind: 'announcement', id: item.id });
  await publishAnnouncementChanged(scope, item);
}

/** A scheduled announcement whose time has passed becomes a draft. The caller must have locked the audiences. */
export async function undeleteAnnouncement(scope: BoardScope, announcementId: string): Promise<void> {
  const row = await scope.tx
    .selectFrom('announcements')
    .select(['id', 'publish_on', sql<AnnouncementRow['state']>`state`.as('state')])
    .select(selectAudienceAccess(scope, sql.ref('announcements.audience_id')))
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
  await audit(scope, 'announcement.undeleted', { kind: 'announcement', id: row.id });
  await publishAnnouncementChanged(scope, row);
}

async function setDeleted(scope: BoardScope, id: string, at: Date | null): Promise<void> {
  await updateRow(scope, 'announcements', id, { deleted_at: at, updated_at: scope.now });
}

export async function purgeAnnouncement(scope: BoardJobScope, id: string): Promise<readonly string[]> {
  const { tx, board } = scope;
  const item = await tx
    .selectFrom('announcements')
    .select(['id', 'audience_id'])
    .where('board_id', '=', board.id)
    .where('id', '=', id)
    .where('deleted_at', '<', restorableSince(scope.now))
    .forUpdate()
    .executeTakeFirst();
  if (!item) return [];
  const keys = await listKeysInside(scope, { kind: 'announcement', id: item.id });
  await deleteRow(scope, 'announcements', item.id);
  await deleteRow(scope, 'audiences', item.audience_id);
  await audit(scope, 'announcement.purged', { kind: 'announcement', id: item.id });
  return keys;
}
