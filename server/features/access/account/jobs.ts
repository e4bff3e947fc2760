import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { openPasswordReset, openPasswordResetJob } from '#server/features/access/recovery/commands.ts';
import type { JobHandler } from '#server/jobs/worker.ts';

export function passwordResetJob(context: Context): JobHandler {
  return {
    name: openPasswordResetJob,
    handle: ({ request_id: requestId = '' }) => openPasswordReset(context, requestId),
  };
}

/** Expired links. */
export function sweepAccountLinksJob(context: Context): JobHandler {
  return {
    name: 'sweep-account-links',
    schedule: '50 * * * *',
    async handle() {
      await sql`select gate.sweep_account_links(${context.clock.now()})`.execute(context.db);
    },
  };
}
