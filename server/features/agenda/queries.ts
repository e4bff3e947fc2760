import type { BoardScope } from '../../db/board-scope.ts';
import { notFound } from '../../errors.ts';
import { type AgendaItemRow, loadMeeting, type MeetingRow } from '../meetings/queries.ts';

export interface LoadedAgendaItem {
  readonly item: AgendaItemRow;
  readonly meeting: MeetingRow;
}

/**
 * An item with its meeting, the meeting's row locked: whoever changes one agenda does it one after the other. Throws
 * `not-found` when either is not there or the meeting is not the reader's to see.
 */
export async function loadAgendaItem(scope: BoardScope, itemId: string): Promise<LoadedAgendaItem> {
  const place = await scope.tx
    .selectFrom('agenda_items')
    .select('meeting_id')
    .where('board_id', '=', scope.board.id)
    .where('id', '=', itemId)
    .executeTakeFirst();
  if (!place) throw notFound();
  const meeting = await loadMeeting(scope, place.meeting_id, { lock: 'update' });
  // Read once more under the lock: it may just have been deleted. Its own lock holds off a document that is being attached.
  const item = await scope.tx
    .selectFrom('agenda_items')
    .select(['id', 'title', 'description', 'presenter', 'minutes'])
    .where('board_id', '=', scope.board.id)
    .where('id', '=', itemId)
    .forUpdate()
    .executeTakeFirst();
  if (!item) throw notFound();
  return { item, meeting };
}
