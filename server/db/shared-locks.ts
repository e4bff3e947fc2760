import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { keepConnection } from './kept-connection.ts';

const channel = 'dais_locks';
const retryMs = 100;

export interface LockRequest {
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
export function createSharedLocks(options: LocksOptions): SharedLocks {
  const holders = new Map<string, Holder>();
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
  const connection = new LockConnection(options, { wanted, lost });

  const release = async (name: string, holder: Holder): Promise<void> => {
    const { client } = holder;
    // The lock ended with its connection, and another process may have taken it since.
    if (client === null || holders.get(name) !== holder) return;
    try {
      await connection.ask(client, 'select pg_advisory_unlock(hashtextextended($1, 0))', [`lock:${name}`]);
    } catch (error) {
      options.log.warn({ err: error }, 'a lock was lost with its connection');
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
          holder.client = await connection.tryToLock(name).catch((error: unknown) => {
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
    stop: () => connection.end(),
  };
}

interface LockEvents {
  readonly wanted: (name: string) => void;
  readonly lost: (client: pg.Client) => void;
}

class LockConnection {
  readonly #options: LocksOptions;
  readonly #events: LockEvents;
  #current: pg.Client | null = null;
  #connecting: Promise<pg.Client> | null = null;
  #asking: Promise<unknown> = Promise.resolve();

  constructor(options: LocksOptions, events: LockEvents) {
    this.#options = options;
    this.#events = events;
  }

  async tryToLock(name: string): Promise<pg.Client | null> {
    const client = await this.#connection();
    const { rows } = await this.ask(client, 'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [
      `lock:${name}`,
    ]);
    if (rows[0]?.taken) return client;
    await this.ask(client, 'select pg_notify($1, $2)', [channel, name]);
    return null;
  }

  /** A query that timed out may still get the lock, so its connection is closed to release it. */
  ask(client: pg.Client, text: string, values: readonly string[]): Promise<pg.QueryResult<{ taken: boolean }>> {
    const answer = this.#asking.then(() => client.query<{ taken: boolean }>(text, [...values]));
    this.#asking = answer.catch(() => this.#drop(client));
    return answer;
  }

  async end(): Promise<void> {
    const open = await this.#connecting?.catch(() => null);
    await open?.end();
  }

  #connection(): Promise<pg.Client> {
    this.#connecting ??= this.#connect().catch((error: unknown) => {
      this.#connecting = null;
      throw error;
    });
    return this.#connecting;
  }

  async #connect(): Promise<pg.Client> {
    const { servingUrl, log, answerMsMax } = this.#options;
    const client = await keepConnection(
      { connectionString: servingUrl, application_name: 'dais-locks', query_timeout: answerMsMax ?? 10_000 },
      { log, hears: { channel, onMessage: this.#events.wanted } },
    );
    this.#current = client;
    client.on('end', () => this.#forget(client));
    return client;
  }

  #drop(client: pg.Client): void {
    this.#forget(client);
    const { log } = this.#options;
    client.end().catch((error: unknown) => log.warn({ err: error }, 'the connection for locks could not be closed'));
  }

  #forget(client: pg.Client): void {
    if (this.#current === client) this.#connecting = null;
    this.#events.lost(client);
  }
}
