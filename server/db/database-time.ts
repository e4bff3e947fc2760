import type { Clock } from '#server/clock.ts';
import type { BoardTransaction } from './database.ts';
import { selectValue } from './select-value.ts';

/** Call this after taking a lock. A statement that waits for the lock could return a time from before the wait. */
export const readTime = (tx: BoardTransaction, clock: Pick<Clock, 'inDatabase'>): Promise<Date> =>
  selectValue(tx, clock.inDatabase());
