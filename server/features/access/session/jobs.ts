import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import type { JobHandler } from '#server/jobs/worker.ts';

/** Whole days for which it can be seen what became of a message. */
const mailKeptDays = 90;
/** Deleted at most at a time, so that no transaction grows without an end. */
const sweptMax = 10_000;

/** Takes away sessions, set-up links and counted tries that have run out, and what became of old mail. */
export function sweepExpiredJob(context: Context): JobHandler {
  return {
    name: 'sweep-expired',
    schedule: '40 * * * *',
    async handle() {
      await sql`select gate.sweep_expired(${context.clock.now()})`.execute(context.db);
      const mailBefore = new Date(context.clock.now().getTime() - mailKeptDays * 86_400_000);
      await sql`select gate.sweep_mail(${mailBefore}::timestamptz, ${sweptMax}::int)`.execute(context.db);
      // Tries are counted by the machine's clock, in milliseconds.
      await context.db.deleteFrom('rate_limits').where('expire', '<', Date.now()).execute();
    },
  };
}
