import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { JobHandler } from '../../jobs/worker.ts';

/** Takes away sessions, set-up links and counted tries that have run out. */
export function sweepExpiredJob(context: Context): JobHandler {
  return {
    name: 'sweep-expired',
    schedule: '40 * * * *',
    async handle() {
      await sql`select gate.sweep_expired(${context.clock.now()})`.execute(context.db);
      // Tries are counted by the machine's clock, in milliseconds.
      await context.db.deleteFrom('rate_limits').where('expire', '<', Date.now()).execute();
    },
  };
}
