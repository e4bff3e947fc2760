import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

export interface LockPatience {
  readonly log: { warn(fields: object, message: string): void };
  /** How long a step waits for its lock. Other queries may be blocked for just as long. */
  readonly lockMs: number;
  /** Pause between attempts, during which other queries can run. */
  readonly pauseMs: number;
  readonly allMs: number;
}

/** The total wait is long, because a backup of a large installation locks its tables for minutes. */
export const usualPatience: LockPatience = {
  log: { warn: () => undefined },
  lockMs: 3_000,
  pauseMs: 2_000,
  allMs: 10 * 60_000,
};

/** Every session that `work` uses needs a `lock_timeout`. */
export async function waitingForLocks(
  client: pg.Client,
  { log, pauseMs, allMs }: LockPatience,
  work: () => Promise<void>,
): Promise<void> {
  const until = Date.now() + allMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const holders = await longTransactions(client);
      if (Date.now() > until) {
        throw new Error(
          `The database was not upgraded to this version, because another program, perhaps ${holders}, has locked it for ${Math.ceil(allMs / 1_000)} seconds. Start the server again when that program has ended.`,
          { cause: error },
        );
      }
      if (isFirst) log.warn({ holders }, 'the database upgrade is waiting for a lock');
      await pause(pauseMs);
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at && at.code === '55P03') return true;
  return false;
}

async function longTransactions(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%s (process %s)', coalesce(nullif(application_name, ''), 'a program without a name'), pid) as name
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 5`,
  );
  return rows.map(({ name }) => name).join(', ') || 'a process that has just ended';
}
