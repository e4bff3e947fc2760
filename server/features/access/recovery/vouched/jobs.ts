import type { Context } from '#server/context.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { openRecovery, openRecoveryJob, sweepRecoveries } from './commands.ts';

export const recoveryJobs = (context: Context): readonly JobHandler[] => [
  { name: openRecoveryJob, handle: ({ request_id: requestId = '' }) => openRecovery(context, requestId) },
  { name: 'sweep-recoveries', schedule: '52 * * * *', handle: () => sweepRecoveries(context) },
];
