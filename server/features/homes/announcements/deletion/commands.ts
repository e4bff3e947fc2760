import { sql } from 'kysely';
import { restorableSince } from '#domain/timings.ts';
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
  await audit(scope, { action: 'announcement.deleted', subjectKind: 'announcement', subjectId: item.id });
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
  await audit(scope, { action: 'announcement.undeleted', subjectKind: 'announcement', subjectId: row.id });
  await publishAnnouncementChanged(scope, row);
}

async function setDeleted({ tx, board, now }: BoardScope, id: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('announcements')
    .set({ deleted_at: at, updated_at: now })
    .where('board_id', '=', board.id)
    .where('id', '=', id)
    .execute();
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
  await tx.deleteFrom('announcements').where('board_id', '=', board.id).where('id', '=', item.id).execute();
  await tx.deleteFrom('audiences').where('board_id', '=', board.id).where('id', '=', item.audience_id).execute();
  await audit(scope, { action: 'announcement.purged', subjectKind: 'announcement', subjectId: item.id });
  return keys;
}
