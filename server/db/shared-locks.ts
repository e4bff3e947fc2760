import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

/** Waiters name the lock, and its holder listens. */
const channel = 'dais_locks';
const retryMs = 100;

export interface LockRequest {
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** When another wants the lock, perhaps repeatedly, and when the connection was lost. */
  readonly letGo: () => void;
}

/** Shared by all servers of an installation. */
export interface SharedLocks {
  /** Returns the release function, or null when `signal` aborted. Rejects when the database is unreachable. */
  take(name: string, request: LockRequest): Promise<(() => Promise<void>) | null>;
  stop(): Promise<void>;
}

interface Holder {
  readonly letGo: () => void;
  /** Null while acquiring. */
  client: pg.Client | null;
}

/**
 * Advisory locks on one connection per process, so that a dying server releases them. PostgreSQL grants a session the same
 * lock twice, so holders are also tracked here.
 */
export function createSharedLocks(options: {
  readonly servingUrl: string;
  readonly log: Logger;
  /** Until PostgreSQL must respond. */
  readonly answerMsMax?: number;
}): SharedLocks {
  const holders = new Map<string, Holder>();
  let current: pg.Client | null = null;
  let connecting: Promise<pg.Client> | null = null;
  let asking: Promise<unknown> = Promise.resolve();

  const wanted = (name: string): void => {
    const holder = holders.get(name);
    if (holder?.client) holder.letGo();
  };

  const lost = (client: pg.Client): void => {
    for (const [name, holder] of holders) {
      if (holder.client !== client) continue;
      holders.delete(name);
      holder.letGo();
    }
  };

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: options.servingUrl,
      application_name: 'dais-locks',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: options.answerMsMax ?? 10_000,
    });
    current = client;
    client.on('error', (error) => options.log.warn({ err: error }, 'connection of the locks lost'));
    client.on('end', () => {
      if (current === client) connecting = null;
      lost(client);
    });
    client.on('notification', ({ payload = '' }) => wanted(payload));
    await client.connect();
    try {
      // Detects a vanished machine within a minute.
      await client.query(
        'set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3',
      );
      await client.query(`listen ${channel}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    return client;
  };

  const connection = (): Promise<pg.Client> => {
    connecting ??= connect().catch((error: unknown) => {
      connecting = null;
      throw error;
    });
    return connecting;
  };

  /**
   * One query at a time. After a timeout the query may still succeed, so its connection is ended rather than leaving an
   * orphaned lock.
   */
  const ask = (client: pg.Client, text: string, values: readonly string[]) => {
    const answer = asking.then(() => client.query<{ taken: boolean }>(text, [...values]));
    asking = answer.catch(() => drop(client));
    return answer;
  };

  const drop = (client: pg.Client): void => {
    if (current === client) connecting = null;
    lost(client);
    client.end().catch((error: unknown) => options.log.warn({ err: error }, 'connection of the locks did not end'));
  };

  /** Asks the other server to let go. */
  const tryToHold = async (name: string, holder: Holder): Promise<boolean> => {
    const client = await connection();
    const { rows } = await ask(client, 'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [
      `lock:${name}`,
    ]);
    if (rows[0]?.taken) {
      holder.client = client;
      return true;
    }
    await ask(client, 'select pg_notify($1, $2)', [channel, name]);
    return false;
  };

  const release = async (name: string, holder: Holder): Promise<void> => {
    const { client } = holder;
    // Lost with its connection, and perhaps taken by another.
    if (client === null || holders.get(name) !== holder) return;
    try {
      await ask(client, 'select pg_advisory_unlock(hashtextextended($1, 0))', [`lock:${name}`]);
    } catch (error) {
      options.log.warn({ err: error }, 'a lock went with its connection');
    } finally {
      if (holders.get(name) === holder) holders.delete(name);
    }
  };

  return {
    async take(name, { signal, letGo }) {
      while (!signal.aborted) {
        if (holders.has(name)) {
          wanted(name);
        } else {
          const holder: Holder = { letGo, client: null };
          // Before any await, so that only one caller in this process asks the database.
          holders.set(name, holder);
          const isHeld = await tryToHold(name, holder).catch((error: unknown) => {
            holders.delete(name);
            throw error;
          });
          if (isHeld) return () => release(name, holder);
          holders.delete(name);
        }
        await pause(retryMs);
      }
      return null;
    },
    async stop() {
      const open = await connecting?.catch(() => null);
      await open?.end();
    },
  };
}
