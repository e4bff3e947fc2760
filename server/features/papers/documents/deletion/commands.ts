import type { DocumentHomeInput } from '#contract/documents.ts';
import { restorableSince } from '#domain/timings.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import {
  loadPlacementHome,
  publishHomeChanged,
  refuseFullPlacement,
} from '#server/features/papers/documents/placements/commands.ts';
import { loadDocumentForEdit } from '#server/features/papers/documents/queries.ts';

/** Takes a document away; it can come back for 30 days. */
export async function deleteDocument(scope: BoardScope, documentId: string): Promise<void> {
  const { home } = await loadDocumentForEdit(scope, documentId);
  await markDeleted(scope, documentId);
  await publishHomeChanged(scope, home);
}

/** The row and its audit alone; what the document stands in must be locked, and told of it. */
export async function markDeleted(scope: BoardScope, documentId: string): Promise<void> {
  await scope.tx
    .updateTable('documents')
    .set({ deleted_at: scope.now, deleted_by: scope.member.id })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', documentId)
    .execute();
  await audit(scope, { action: 'document.deleted', subjectKind: 'document', subjectId: documentId });
}

/**
 * Brings a document of a meeting or an announcement back to where it stood; one whose agenda item is gone, to the meeting
 * itself. Throws `not-found` for one that is not deleted or beyond restoring; what stood in the library comes back there.
 */
export async function restoreDocument(scope: BoardScope, documentId: string): Promise<void> {
  const { tx, board } = scope;
  const since = restorableSince(scope.now);
  const found = await tx
    .selectFrom('documents')
    .select(['agenda_item_id', 'meeting_id', 'announcement_id'])
    .where('board_id', '=', board.id)
    .where('id', '=', documentId)
    .where('deleted_at', '>', since)
    .executeTakeFirst();
  const place = found && placeOf(found);
  if (!place) throw notFound();
  const home = await loadPlacementHome(scope, place, { lock: 'update' });
  await refuseFullPlacement(scope, place);
  const restored = await tx
    .updateTable('documents')
    .set({ deleted_at: null, deleted_by: null })
    .where('board_id', '=', board.id)
    .where('id', '=', documentId)
    .where('deleted_at', '>', since)
    .returning('id')
    .executeTakeFirst();
  if (!restored) throw notFound();
  await audit(scope, { action: 'document.restored', subjectKind: 'document', subjectId: documentId });
  await publishHomeChanged(scope, home);
}

function placeOf(row: {
  readonly agenda_item_id: string | null;
  readonly meeting_id: string | null;
  readonly announcement_id: string | null;
}): DocumentHomeInput | null {
  if (row.agenda_item_id !== null) return { kind: 'agenda-item', id: row.agenda_item_id };
  if (row.meeting_id !== null) return { kind: 'meeting', id: row.meeting_id };
  return row.announcement_id === null ? null : { kind: 'announcement', id: row.announcement_id };
}
