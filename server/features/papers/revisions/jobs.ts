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
        // Without a recorded result, readers would wait forever and queue this job again.
        if (isLast) await giveUpComparing(context, boardId, ids);
        throw error;
      }
    },
  };
}
