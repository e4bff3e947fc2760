import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { isUnreachable } from './unreachable.ts';

const waitMsMax = 60_000;
const pauseMs = 250;

/**
 * Returns once the database takes connections. After a power cut everything of a machine starts at once, and PostgreSQL first
 * looks through what it had written. Throws what it said last when it does not come within a minute, and at once what waiting does not
 * mend: a wrong password, no such host.
 */
export async function awaitDatabase(ownerUrl: string, log: Pick<Logger, 'warn'>): Promise<void> {
  const until = Date.now() + waitMsMax;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await connectOnce(ownerUrl);
    } catch (error) {
      if (!isUnreachable(error) || Date.now() > until) throw error;
      if (isFirst) log.warn({ err: error }, 'The database takes no connections yet; trying for a minute.');
      await pause(pauseMs);
    }
  }
}

async function connectOnce(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'dais-start' });
  // What ends it between two words is told by the next word.
  client.on('error', () => undefined);
  await client.connect();
  await client.end();
}
