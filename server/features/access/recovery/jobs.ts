import type { Context } from '#server/context.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { openPasswordReset, openPasswordResetJob, sweepAccountLinks } from './commands.ts';

export function passwordResetJob(context: Context): JobHandler {
  return {
    name: openPasswordResetJob,
    handle: ({ request_id: requestId = '' }) => openPasswordReset(context, requestId),
  };
}

export function sweepAccountLinksJob(context: Context): JobHandler {
  return { name: 'sweep-account-links', schedule: '50 * * * *', handle: () => sweepAccountLinks(context) };
}
