import type { DocumentPlace } from '../../../contract/documents.ts';
import type { BoardScope } from '../../db/board-scope.ts';
import { authorize, notFound } from '../../errors.ts';
import { canEditMeeting } from '../meetings/policy.ts';
import { loadMeeting, type MeetingRow } from '../meetings/queries.ts';

/** The meeting that a place belongs to, if the member may put documents there; 404 for a place that is not in sight. */
export async function openPlace(scope: BoardScope, place: DocumentPlace): Promise<MeetingRow> {
  const meeting = await loadMeeting(scope, place.kind === 'meeting' ? place.id : await meetingOfItem(scope, place.id));
  authorize(canEditMeeting(scope));
  return meeting;
}

async function meetingOfItem(scope: BoardScope, itemId: string): Promise<string> {
  const item = await scope.tx
    .selectFrom('agenda_items')
    .select('meeting_id')
    .where('board_id', '=', scope.board.id)
    .where('id', '=', itemId)
    .executeTakeFirst();
  if (!item) throw notFound();
  return item.meeting_id;
}

/** Where the next document of a place stands, and how many stand there already. */
export async function endOfPlace(
  scope: BoardScope,
  place: DocumentPlace,
): Promise<{ readonly position: number; readonly count: number }> {
  const column = place.kind === 'agenda-item' ? 'agenda_item_id' : 'meeting_id';
  const last = await scope.tx
    .selectFrom('documents')
    .select((eb) => [eb.fn.max('position').as('position'), eb.fn.countAll<number>().as('count')])
    .where('board_id', '=', scope.board.id)
    .where(column, '=', place.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return { position: (last?.position ?? 0) + 1, count: last?.count ?? 0 };
}
