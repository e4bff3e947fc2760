import type { Context } from '#server/context.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { makeMissingFeeds } from './commands.ts';

export function makeMissingFeedsJob(context: Context): JobHandler {
  return { name: 'make-missing-feeds', schedule: '25 * * * *', handle: () => makeMissingFeeds(context) };
}
