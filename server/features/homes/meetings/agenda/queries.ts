import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import {
  type AgendaItemRow,
  type LoadedMeeting,
  loadMeeting,
  selectAgendaItems,
} from '#server/features/homes/meetings/base/queries.ts';
import type { AgendaPosition } from './commands.ts';

export interface LoadedAgendaItem {
  readonly item: AgendaItemRow & { readonly changes: unknown };
  readonly meeting: LoadedMeeting;
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
  const item = await selectAgendaItems(scope)
    .select('item.changes')
    .where('item.id', '=', itemId)
    .forUpdate('item')
    .executeTakeFirst();
  if (!item) throw notFound();
  return { item, meeting };
}

export async function findAgendaItem(scope: BoardScope, itemId: string): Promise<AgendaItemRow> {
  return selectAgendaItems(scope).where('item.id', '=', itemId).executeTakeFirstOrThrow();
}

/** In reading order. */
export async function listAgendaPositions(scope: BoardScope, meetingId: string): Promise<readonly AgendaPosition[]> {
  return scope.tx
    .selectFrom('agenda_items')
    .select(['id', 'depth', 'position'])
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meetingId)
    .orderBy('position')
    .execute();
}
