import pg from 'pg';
import type { Logger } from 'pino';

/** First half of the advisory lock's key. */
const lockClass = 4_711_002;
const beatMs = 5_000;
/** For jobs that kill their worker. */
const deathlyAttemptsMax = 12;

/**
 * A dead worker would keep its jobs locked for hours. Pools hold an advisory lock on their connection; whoever can take it
 * returns the pool's jobs to the queue.
 */
export interface Liveness {
  announce(poolId: string): void;
  /** Ended while its process lives; its jobs are returned too. */
  leave(poolId: string): void;
  stop(): Promise<void>;
}

export function startLiveness(options: { readonly servingUrl: string; readonly log: Logger }): Liveness {
  const own = new Set<string>();
  const held = new Set<string>();
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let beating: Promise<void> = Promise.resolve();
  let stopped = false;

  const connected = async (): Promise<pg.Client> => {
    if (client) return client;
    const next = new pg.Client({
      connectionString: options.servingUrl,
      application_name: 'dais-liveness',
      options: '-c role=dais_queue',
    });
    next.on('error', (error) => options.log.warn({ err: error }, 'liveness connection lost'));
    next.on('end', () => {
      if (client === next) client = null;
      held.clear();
    });
    await next.connect();
    client = next;
    return next;
  };

  const beat = async (): Promise<void> => {
    try {
      const connection = await connected();
      for (const id of own) {
        if (held.has(id)) continue;
        await connection.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, id]);
        held.add(id);
      }
      for (const id of held) {
        if (own.has(id)) continue;
        await connection.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, id]);
        held.delete(id);
      }
      await releaseJobsOfTheDead(connection, own);
    } catch (error) {
      options.log.warn({ err: error }, 'the queue cannot be looked after yet');
    }
    if (!stopped) timer = setTimeout(next, beatMs);
  };
  const next = (): void => {
    beating = beat();
  };
  next();

  return {
    announce: (poolId) => void own.add(poolId),
    leave: (poolId) => void own.delete(poolId),
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await beating;
      await client?.end();
    },
  };
}

async function releaseJobsOfTheDead(client: pg.Client, own: ReadonlySet<string>): Promise<void> {
  // A new pool may hold a job before its lock.
  const holding = await client.query<{ id: string }>(
    `select distinct locked_by as id from graphile_worker._private_jobs where locked_at < now() - interval '5 seconds'`,
  );
  for (const { id } of holding.rows) {
    if (own.has(id)) continue;
    const taken = await client.query<{ dead: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as dead', [
      lockClass,
      id,
    ]);
    if (!taken.rows[0]?.dead) continue;
    // Interrupted, not failed: does not count as an attempt.
    await client.query(
      `update graphile_worker._private_jobs
       set max_attempts = greatest(max_attempts, least(attempts + 1, $2)) where locked_by = $1`,
      [id, deathlyAttemptsMax],
    );
    await client.query('select graphile_worker.force_unlock_workers(array[$1])', [id]);
    await client.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, id]);
  }
}
