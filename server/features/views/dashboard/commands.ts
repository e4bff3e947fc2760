import type { BoardScope } from '#server/db/board-scope.ts';
import { publishLive } from '#server/features/core/events/commands.ts';

export async function hideSteps(scope: BoardScope): Promise<void> {
  await scope.tx.updateTable('boards').set({ first_steps_hidden: true }).where('id', '=', scope.board.id).execute();
  await publishLive(scope, { noun: 'board', id: null });
}
