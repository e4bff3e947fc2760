import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { keepConnection } from './kept-connection.ts';

const channel = 'dais_locks';
const retryMs = 100;

interface LockRequest {
  readonly signal: AbortSignal;
  /** Called each time another request needs the lock, and once if the connection is lost. */
  readonly letGo: () => void;
}

export interface SharedLocks {
  /** Resolves to the release function, or to null if `signal` was aborted. Rejects if the database is unreachable. */
  take(name: string, request: LockRequest): Promise<(() => Promise<void>) | null>;
  stop(): Promise<void>;
}

interface LocksOptions {
  readonly servingUrl: string;
  readonly log: Logger;
  readonly answerMsMax?: number;
}

interface Holder {
  readonly letGo: () => void;
  client: pg.Client | null;
}

/** Owners are tracked in memory, because a database session can take the same lock twice. */
export function createSharedLocks({ servingUrl, log, answerMsMax = 10_000 }: LocksOptions): SharedLocks {
  const holders = new Map<string, Holder>();
  let current: pg.Client | null = null;
  let connecting: Promise<pg.Client> | null = null;
  let asking: Promise<unknown> = Promise.resolve();

  const wanted = (name: string): void => {
    const holder = holders.get(name);
    if (holder?.client) holder.letGo();
  };

  const forget = (client: pg.Client): void => {
    if (current === client) connecting = null;
    for (const [name, holder] of holders) {
      if (holder.client !== client) continue;
      holders.delete(name);
      holder.letGo();
    }
  };

  const drop = (client: pg.Client): void => {
    forget(client);
    client.end().catch((error: unknown) => log.warn({ err: error }, 'the connection for locks could not be closed'));
  };

  const connect = async (): Promise<pg.Client> => {
    const client = await keepConnection(
      { connectionString: servingUrl, application_name: 'dais-locks', query_timeout: answerMsMax },
      { log, hears: { channel, onMessage: wanted } },
    );
    current = client;
    client.on('end', () => forget(client));
    return client;
  };

  const connection = (): Promise<pg.Client> => {
    connecting ??= connect().catch((error: unknown) => {
      connecting = null;
      throw error;
    });
    return connecting;
  };

  /** A query that timed out may still get the lock, so its connection is closed to release the lock. */
  const ask = (client: pg.Client, text: string, values: string[]): Promise<pg.QueryResult<{ taken: boolean }>> => {
    const answer = asking.then(() => client.query<{ taken: boolean }>(text, values));
    asking = answer.catch(() => drop(client));
    return answer;
  };

  const tryToLock = async (name: string): Promise<pg.Client | null> => {
    const client = await connection();
    const key = [`lock:${name}`];
    const { rows } = await ask(client, 'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', key);
    if (rows[0]?.taken) return client;
    await ask(client, 'select pg_notify($1, $2)', [channel, name]);
    return null;
  };

  const release = async (name: string, holder: Holder): Promise<void> => {
    const { client } = holder;
    // The lock ended with its connection, and another process may have taken it since.
    if (client === null || holders.get(name) !== holder) return;
    try {
      await ask(client, 'select pg_advisory_unlock(hashtextextended($1, 0))', [`lock:${name}`]);
    } catch (error) {
      log.warn({ err: error }, 'a lock was lost with its connection');
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
          // Set before the first await, so that this process sends only one query for the lock.
          holders.set(name, holder);
          holder.client = await tryToLock(name).catch((error: unknown) => {
            holders.delete(name);
            throw error;
          });
          if (holder.client) return () => release(name, holder);
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
