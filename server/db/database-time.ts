import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { BoardTransaction } from './database.ts';

/** Call it after taking a lock: a statement that waits for the lock could return an earlier time. */
export async function readTime(tx: BoardTransaction, clock: Pick<Clock, 'inDatabase'>): Promise<Date> {
  const { rows } = await sql<{ readonly at: Date }>`select ${clock.inDatabase()} as at`.execute(tx);
  const [now] = rows;
  if (now === undefined) throw new Error('The database did not tell the time.');
  return now.at;
}
