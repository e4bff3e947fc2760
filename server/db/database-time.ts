import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { BoardTransaction } from './database.ts';

/** Call this after taking a lock. A statement that waits for the lock could return a time from before the wait. */
export async function readTime(tx: BoardTransaction, clock: Pick<Clock, 'inDatabase'>): Promise<Date> {
  const { rows } = await sql<{ readonly at: Date }>`select ${clock.inDatabase()} as at`.execute(tx);
  const [now] = rows;
  if (now === undefined) throw new Error('The database did not return the time.');
  return now.at;
}
