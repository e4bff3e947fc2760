import type { z } from 'zod';
import type { addAgendaItem as addContract } from '#contract/agenda.ts';
import { limits } from '#contract/fields.ts';
import { placeAgendaItem, removeAgendaItem, settleDepths } from '#domain/agenda-order.ts';
import { meetingMessages } from '#domain/messages.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import type { MeetingRow } from '#server/features/homes/meetings/queries.ts';
import { markDeleted } from '#server/features/papers/documents/delete.ts';
import { noteAgendaChange } from './note-change.ts';
import { presenterColumns } from './presenter.ts';
import { type LoadedAgendaItem, listPlaces } from './queries.ts';
import { newestPositions, writeOrder } from './write-order.ts';

type AddBody = z.output<NonNullable<typeof addContract.body>>;

/** Adds an item before another or at the end; answers its id. The meeting's row must be locked. */
export async function addAgendaItem(scope: BoardScope, meeting: MeetingRow, input: AddBody): Promise<string> {
  const { before_id: beforeId, presenter, presenter_id: presenterId, ...fields } = input;
  const present = await listPlaces(scope, meeting.id);
  if (present.length >= limits.agendaItemsMax) throw refused(meetingMessages.tooManyItems(limits.agendaItemsMax));
  const at = beforeId === null ? present.length : present.findIndex((each) => each.id === beforeId);
  if (at === -1) throw notFound();
  const { id } = await scope.tx
    .insertInto('agenda_items')
    .values({
      ...fields,
      ...(await presenterColumns(scope, { presenter, presenterId })),
      board_id: scope.board.id,
      meeting_id: meeting.id,
      position: newestPositions(present, 1)[0] ?? 1,
      created_at: scope.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const added = await listPlaces(scope, meeting.id);
  const wanted = settleDepths(added.toSpliced(-1, 1).toSpliced(at, 0, ...added.slice(-1)));
  await writeOrder(scope, added, wanted);
  await noteAgendaChange(scope, meeting, { action: 'agenda-item.added', itemId: id });
  return id;
}

/** Puts the item with its sub-items before another of its meeting or last, as deep as wanted and possible there. */
export async function moveAgendaItem(
  scope: BoardScope,
  { item, meeting }: LoadedAgendaItem,
  to: { readonly before_id: string | null; readonly depth: number },
): Promise<void> {
  const present = await listPlaces(scope, meeting.id);
  if (to.before_id !== null && !present.some((each) => each.id === to.before_id)) throw notFound();
  const wanted = placeAgendaItem(present, item.id, { before: to.before_id, depth: to.depth });
  if (!(await writeOrder(scope, present, wanted))) return;
  await noteAgendaChange(scope, meeting, { action: 'agenda-item.moved', itemId: item.id });
}

/**
 * Removes it with the documents that stand on it; whether they may go is asked before. They move to the meeting itself, as do
 * those deleted earlier, so that they can still come back. Sub-items come out one level.
 */
export async function deleteAgendaItem(scope: BoardScope, { item, meeting }: LoadedAgendaItem): Promise<void> {
  const { tx, board } = scope;
  const standing = await tx
    .selectFrom('documents')
    .select('id')
    .where('board_id', '=', board.id)
    .where('agenda_item_id', '=', item.id)
    .where('deleted_at', 'is', null)
    .execute();
  for (const { id } of standing) await markDeleted(scope, id);
  await tx
    .updateTable('documents')
    .set({ agenda_item_id: null, meeting_id: meeting.id })
    .where('board_id', '=', board.id)
    .where('agenda_item_id', '=', item.id)
    .execute();
  const present = await listPlaces(scope, meeting.id);
  await tx.deleteFrom('agenda_items').where('board_id', '=', board.id).where('id', '=', item.id).execute();
  const index = present.findIndex((each) => each.id === item.id);
  await writeOrder(scope, present, removeAgendaItem(present, index));
  await noteAgendaChange(scope, meeting, { action: 'agenda-item.deleted', itemId: item.id });
}
