import pg from 'pg';
import type { Logger } from 'pino';

/** First half of the advisory locks' key, so that they meet no other lock. */
const lockClass = 4_711_002;
const beatMs = 5_000;
/** A job that ends its workers itself must not go on doing so for ever. */
const deathlyAttemptsMax = 12;

/**
 * A worker that dies holding a job would keep it locked for hours. Each pool of workers therefore holds an advisory lock
 * for as long as its process lives; PostgreSQL lets go of it with the connection. Whoever can take the lock of a pool
 * that has jobs knows that it is dead, and gives its jobs back to the queue.
 */
export interface Liveness {
  /** Says that this pool of workers is alive. */
  announce(poolId: string): void;
  /** Says that it has ended, though its process lives: what it still holds, since the database was away, is given back as well. */
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
  // A pool that has just begun may hold a job a moment before it holds its lock.
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
    // Its try was cut short, not failed: of a job that may be tried three times, three such would be the end.
    await client.query(
      `update graphile_worker._private_jobs
       set max_attempts = greatest(max_attempts, least(attempts + 1, $2)) where locked_by = $1`,
      [id, deathlyAttemptsMax],
    );
    await client.query('select graphile_worker.force_unlock_workers(array[$1])', [id]);
    await client.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, id]);
  }
}
