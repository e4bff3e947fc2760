import type { AgendaItemInput } from '#contract/meetings.ts';
import { settleDepths } from '#domain/agenda-order.ts';
import { positionGap } from '#domain/list-positions.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { presenterColumns } from './presenter.ts';

/** The agenda with which a meeting begins. */
export async function addAgenda(
  scope: BoardScope,
  meetingId: string,
  items: readonly AgendaItemInput[],
): Promise<void> {
  if (items.length === 0) return;
  const rows = [];
  for (const [index, item] of settleDepths(items).entries()) {
    const { presenter, presenter_id: presenterId, ...fields } = item;
    rows.push({
      ...fields,
      ...(await presenterColumns(scope, { presenter, presenterId })),
      board_id: scope.board.id,
      meeting_id: meetingId,
      position: (index + 1) * positionGap,
      created_at: scope.now,
    });
  }
  await scope.tx.insertInto('agenda_items').values(rows).execute();
}
