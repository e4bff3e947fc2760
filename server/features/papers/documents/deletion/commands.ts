import { sql } from 'kysely';
import type { DocumentHomeInput } from '#contract/documents.ts';
import { restorableSince } from '#domain/timings.ts';
import { deleteRow, selectRows, updateRow, updateRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { seenIn } from '#server/features/members/audience/visibility.ts';
import {
  loadPlacementHome,
  publishHomeChanged,
  refuseFullPlacement,
} from '#server/features/papers/documents/placements/commands.ts';
import { homeOf } from '#server/features/papers/documents/ports.ts';
import { loadDocumentForEdit } from '#server/features/papers/documents/queries.ts';
import { listAudiencesInside, listKeysInside, type PurgedItem } from './queries.ts';

export async function deleteDocument(scope: BoardScope, documentId: string): Promise<void> {
  const { home } = await loadDocumentForEdit(scope, documentId);
  await homeOf(scope, home).refuseFixed(scope, documentId, 'deleting');
  await markDeleted(scope, documentId);
  await publishHomeChanged(scope, home);
}

/** Throws if the document may not be deleted. The caller must have locked the home. */
export async function markDeleted(scope: BoardScope, documentId: string): Promise<void> {
  await scope.ports.documentLock.refuseLocked(scope, { documentIds: [documentId] });
  await updateRow(scope, 'documents', documentId, { deleted_at: scope.now, deleted_by: scope.member.id });
  await audit(scope, 'document.deleted', { kind: 'document', id: documentId });
}

/** Restores a document of a deleted agenda item to the meeting itself. */
export async function restoreDocument(scope: BoardScope, documentId: string): Promise<void> {
  const since = restorableSince(scope.now);
  const found = await selectRows(scope, 'documents', { id: documentId })
    .select(['agenda_item_id', 'meeting_id', 'announcement_id', 'written_resolution_id'])
    .where('deleted_at', '>', since)
    .where(seenIn(scope, sql.ref('documents.id')))
    .executeTakeFirst();
  const placement = found && placementOf(found);
  if (!placement) throw notFound();
  const home = await loadPlacementHome(scope, placement, { lock: 'update' });
  await refuseFullPlacement(scope, placement);
  await updateRows(scope, 'documents', { id: documentId })
    .set({ deleted_at: null, deleted_by: null })
    .where('deleted_at', '>', since)
    .returning('id')
    .executeTakeFirstOrThrow(notFound);
  await audit(scope, 'document.restored', { kind: 'document', id: documentId });
  await publishHomeChanged(scope, home);
}

function placementOf(
  row: Readonly<Record<'agenda_item_id' | 'meeting_id' | 'announcement_id' | 'written_resolution_id', string | null>>,
): DocumentHomeInput | null {
  if (row.agenda_item_id !== null) return { kind: 'agenda-item', id: row.agenda_item_id };
  if (row.meeting_id !== null) return { kind: 'meeting', id: row.meeting_id };
  if (row.announcement_id !== null) return { kind: 'announcement', id: row.announcement_id };
  return row.written_resolution_id === null ? null : { kind: 'resolution', id: row.written_resolution_id };
}

const purgedTables = {
  category: 'categories',
  folder: 'folders',
  document: 'documents',
  meeting: 'meetings',
  announcement: 'announcements',
} as const;

export async function purgeDeleted(scope: BoardJobScope, item: PurgedItem): Promise<readonly string[]> {
  const { tx, board } = scope;
  const locked = await tx
    .selectFrom(purgedTables[item.kind])
    .select('id')
    .where('board_id', '=', board.id)
    .where('id', '=', item.id)
    .where('deleted_at', '<', restorableSince(scope.now))
    .forUpdate()
    .executeTakeFirst();
  if (!locked) return [];
  const keys = await listKeysInside(scope, item);
  const audiences = await listAudiencesInside(scope, item);
  await deleteRow(scope, purgedTables[item.kind], item.id);
  if (audiences.length > 0) {
    await tx.deleteFrom('audiences').where('board_id', '=', board.id).where('id', 'in', audiences).execute();
  }
  await audit(scope, `${item.kind}.purged`, { kind: item.kind, id: item.id });
  return keys;
}
