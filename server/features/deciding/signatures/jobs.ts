import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { checkRequest, sealFileJobName } from './commands.ts';
import { selectOpenRequests } from './request/queries.ts';
import { sealSigned } from './sealing/commands.ts';

const checkOpen = (context: Context) =>
  eachDueJobs(context, {
    finder: 'find-open-signatures',
    runner: 'check-signatures',
    schedule: '*/10 * * * *',
    selectDue: selectOpenRequests,
    evenSuspended: false,
    async run(scope, { id }) {
      await checkRequest(scope, id);
      return [];
    },
  });

const sealFile = (context: Context): JobHandler => ({
  name: sealFileJobName,
  lane: 'slow',
  handle: ({ board_id: boardId = '', request_id: requestId = '' }) => sealSigned(context, { boardId, requestId }),
});

export const signatureJobs = (context: Context): readonly JobHandler[] => [...checkOpen(context), sealFile(context)];
