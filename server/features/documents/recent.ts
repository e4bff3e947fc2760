import type { RecentDocument } from '../../../contract/start.ts';
import { recentDocumentsMax } from '../../../domain/recent.ts';
import type { BoardScope } from '../../db/board-scope.ts';

/** What the member opened last, newest first; only what is still there and in sight. */
export async function listRecentDocuments(scope: BoardScope): Promise<readonly RecentDocument[]> {
  const rows = await scope.tx
    .selectFrom('recent_documents as recent')
    .innerJoin('documents as document', (join) =>
      join.onRef('document.board_id', '=', 'recent.board_id').onRef('document.id', '=', 'recent.document_id'),
    )
    .leftJoin('agenda_items as item', 'item.id', 'document.agenda_item_id')
    .innerJoin('meetings as meeting', (join) =>
      join.on((eb) => eb('meeting.id', '=', eb.fn.coalesce('document.meeting_id', 'item.meeting_id'))),
    )
    .select([
      'document.id',
      'document.title',
      'document.extension',
      'document.mime_type',
      'document.is_link',
      'meeting.id as meeting_id',
    ])
    .where('recent.board_id', '=', scope.board.id)
    .where('recent.member_id', '=', scope.member.id)
    .where('document.deleted_at', 'is', null)
    .where('meeting.deleted_at', 'is', null)
    .$if(!scope.member.isBoardAdmin, (query) => query.where('meeting.state', '<>', 'draft'))
    .orderBy('recent.opened_at', 'desc')
    .limit(recentDocumentsMax)
    .execute();
  return rows;
}

/** Moves a document to the top of the member's list. */
export async function rememberOpened(scope: BoardScope, documentId: string): Promise<void> {
  await scope.tx
    .insertInto('recent_documents')
    .values({ board_id: scope.board.id, member_id: scope.member.id, document_id: documentId, opened_at: scope.now })
    .onConflict((conflict) =>
      conflict.columns(['board_id', 'member_id', 'document_id']).doUpdateSet({ opened_at: scope.now }),
    )
    .execute();
}
