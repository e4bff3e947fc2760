import type { Context } from '#server/context.ts';
import { compareVersionsJobName } from '#server/features/papers/documents/comparing/commands.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { followPair, giveUpComparing } from './commands.ts';

export function compareVersionsJob(context: Context): JobHandler {
  return {
    name: compareVersionsJobName,
    lane: 'slow',
    async handle({ board_id: boardId = '', from_id: fromId = '', to_id: toId = '' }, { isLast }) {
      const ids = { fromId, toId };
      try {
        await followPair(context, boardId, ids);
      } catch (error) {
        // Otherwise the open comparison would wait and queue this job again forever.
        if (isLast) await giveUpComparing(context, boardId, ids);
        throw error;
      }
    },
  };
}
