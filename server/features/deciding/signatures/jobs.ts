import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { type Asked, checkRequest, minutesRequestJobName, requestOnMinutes, sealFileJobName } from './commands.ts';
import { selectOpenRequests } from './request/queries.ts';
import { sealSigned } from './sealing/commands.ts';

export const signatureJobs = (context: Context): readonly JobHandler[] => [
  ...eachDueJobs(context, {
    finder: 'find-open-signatures',
    runner: 'check-signatures',
    schedule: '*/10 * * * *',
    selectDue: selectOpenRequests,
    run: (scope, { id }) => checkRequest(scope, id),
  }),
  {
    name: sealFileJobName,
    lane: 'slow',
    handle: ({ board_id: boardId = '', request_id: requestId = '' }) => sealSigned(context, { boardId, requestId }),
  },
  {
    name: minutesRequestJobName,
    lane: 'slow',
    handle: ({ board_id: boardId = '', user_id: userId = '', asked = '' }) =>
      requestOnMinutes(context, { boardId, userId, asked: JSON.parse(asked) as Asked }),
  },
];
