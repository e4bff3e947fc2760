import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { BoardTransaction } from './database.ts';

/** Now. After a lock: in the statement that waits for it, it might be the time before. */
export async function readTime(tx: BoardTransaction, clock: Pick<Clock, 'inDatabase'>): Promise<Date> {
  const { rows } = await sql<{ readonly at: Date }>`select ${clock.inDatabase()} as at`.execute(tx);
  const [now] = rows;
  if (now === undefined) throw new Error('The database did not tell the time.');
  return now.at;
}
