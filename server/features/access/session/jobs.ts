import type { Context } from '#server/context.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { sweepExpired } from './commands.ts';

export function sweepExpiredJob(context: Context): JobHandler {
  return { name: 'sweep-expired', schedule: '40 * * * *', handle: () => sweepExpired(context) };
}
