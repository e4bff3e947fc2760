import type pg from 'pg';
import type { Logger } from 'pino';
import { keepConnection } from '#server/db/kept-connection.ts';

/** First half of the advisory locks' keys. */
const lockClass = 4_711_002;
const usualBeatMs = 3_000;
/** Number of heartbeats after which a worker pool without its lock counts as dead. */
const grace = 3;
/** Maximum number of attempts for jobs that kill their worker process. */
const deathlyAttemptsMax = 12;

/** Requeues jobs of dead pools. Each live pool has an advisory lock that no other process can take. */
export interface Liveness {
  announce(poolId: string): void;
  leave(poolId: string): void;
  stop(): Promise<void>;
}

export function startLiveness(options: {
  readonly servingUrl: string;
  readonly log: Pick<Logger, 'warn'>;
  readonly beatMs?: number;
}): Liveness {
  const { beatMs = usualBeatMs } = options;
  const own = new Set<string>();
  const held = new Set<string>();
  const missing = new Map<string, number>();
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let beating: Promise<void> = Promise.resolve();
  let stopped = false;

  const connected = async (): Promise<pg.Client> => {
    if (client) return client;
    const next = await keepConnection(
      {
        connectionString: options.servingUrl,
        application_name: 'dais-liveness',
        options: '-c role=dais_queue',
      },
      { log: options.log },
    );
    next.on('end', () => {
      if (client === next) client = null;
      held.clear();
    });
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
      await releaseJobsOfTheDead(connection, { own, missing, graceMs: grace * beatMs });
    } catch (error) {
      options.log.warn({ err: error }, 'the job queue cannot be checked yet');
    }
    if (!stopped) timer = setTimeout(next, beatMs);
  };
  const next = (): void => {
    timer = null;
    beating = beat();
  };
  next();

  return {
    announce(poolId) {
      own.add(poolId);
      if (timer === null) return;
      clearTimeout(timer);
      next();
    },
    leave: (poolId) => void own.delete(poolId),
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await beating;
      await client?.end();
    },
  };
}

interface Pools {
  readonly own: ReadonlySet<string>;
  readonly missing: Map<string, number>;
  readonly graceMs: number;
}

async function releaseJobsOfTheDead(client: pg.Client, { own, missing, graceMs }: Pools): Promise<void> {
  // Ignores recent jobs, because a new pool may take a job before it has its lock.
  const holding = await client.query<{ id: string }>(
    `select distinct locked_by as id from graphile_worker._private_jobs where locked_at < now() - interval '5 seconds'`,
  );
  const others = new Set(holding.rows.map(({ id }) => id).filter((id) => !own.has(id)));
  for (const id of missing.keys()) if (!others.has(id)) missing.delete(id);
  for (const id of others) {
    const taken = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as free', [
      lockClass,
      id,
    ]);
    if (!taken.rows[0]?.free) {
      missing.delete(id);
      continue;
    }
    const since = missing.get(id) ?? performance.now();
    missing.set(id, since);
    if (performance.now() - since >= graceMs) await releaseJobs(client, id);
    await client.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, id]);
  }
}

async function releaseJobs(client: pg.Client, poolId: string): Promise<void> {
  // An interrupted job has not failed, so it gets an additional attempt.
  await client.query(
    `update graphile_worker._private_jobs
     set max_attempts = greatest(max_attempts, least(attempts + 1, $2)) where locked_by = $1`,
    [poolId, deathlyAttemptsMax],
  );
  await client.query('select graphile_worker.force_unlock_workers(array[$1])', [poolId]);
}
