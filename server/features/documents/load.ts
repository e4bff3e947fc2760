import type { BoardScope } from '../../db/board-scope.ts';
import { notFound } from '../../errors.ts';
import { canEditMeeting } from '../meetings/policy.ts';
import { type DocumentRow, selectDocuments } from './queries.ts';

/** A document with the meeting that it stands in. */
export interface LoadedDocument extends Omit<DocumentRow, 'meeting_id'> {
  readonly meeting_id: string;
  readonly meeting_state: 'draft' | 'published' | 'cancelled';
}

/**
 * Throws `not-found` unless the document is there and in the reader's sight: its meeting is published or the reader's to edit,
 * and, for a magic visitor, it is the one meeting of the link.
 */
export async function loadDocument(scope: BoardScope, documentId: string): Promise<LoadedDocument> {
  const row = await selectDocuments(scope)
    .leftJoin('agenda_items as item', (join) =>
      join.onRef('item.board_id', '=', 'document.board_id').onRef('item.id', '=', 'document.agenda_item_id'),
    )
    .innerJoin('meetings as meeting', (join) =>
      join
        .onRef('meeting.board_id', '=', 'document.board_id')
        .on((eb) => eb('meeting.id', '=', eb.fn.coalesce('document.meeting_id', 'item.meeting_id'))),
    )
    .select(['meeting.id as of_meeting_id', 'meeting.state as meeting_state'])
    .where('document.id', '=', documentId)
    .where('meeting.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound();
  if (row.meeting_state === 'draft' && !canEditMeeting(scope)) throw notFound();
  if (scope.via.kind === 'magic' && scope.via.meetingId !== row.of_meeting_id) throw notFound();
  const { of_meeting_id, ...document } = row;
  return { ...document, meeting_id: of_meeting_id };
}
