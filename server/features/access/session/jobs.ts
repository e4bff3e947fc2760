import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import type { JobHandler } from '#server/jobs/worker.ts';

const mailKeptDays = 90;
/** Keeps transactions short. */
const sweptMax = 10_000;

export function sweepExpiredJob(context: Context): JobHandler {
  return {
    name: 'sweep-expired',
    schedule: '40 * * * *',
    async handle() {
      await sql`select gate.sweep_expired(${context.clock.now()})`.execute(context.db);
      const mailBefore = new Date(context.clock.now().getTime() - mailKeptDays * 86_400_000);
      await sql`select gate.sweep_mail(${mailBefore}::timestamptz, ${sweptMax}::int)`.execute(context.db);
      // Milliseconds of the machine's clock.
      await context.db.deleteFrom('rate_limits').where('expire', '<', Date.now()).execute();
    },
  };
}
