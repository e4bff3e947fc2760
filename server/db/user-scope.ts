import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { BoardTransaction, Database } from './database.ts';

declare const userScopeBrand: unique symbol;

/** An open transaction on what belongs to one user and to no board. Made only in this file; see `BoardScope`. */
export interface UserScope {
  readonly [userScopeBrand]: true;
  readonly tx: BoardTransaction;
  readonly userId: string;
  /** One instant for the whole request. */
  readonly now: Date;
}

interface Opening {
  readonly db: Database;
  readonly clock: Clock;
}

export async function withUserScope<T>(
  opening: Opening,
  userId: string,
  work: (scope: UserScope) => Promise<T>,
): Promise<T> {
  return opening.db.transaction().execute(async (tx) => work(await enterUser(tx, opening.clock, userId)));
}

/** The same inside a transaction that is open already: for whose account it is turns out only in it. */
export async function enterUser(tx: BoardTransaction, clock: Clock, userId: string): Promise<UserScope> {
  await sql`select set_config('dais.user_id', ${userId}, true)`.execute(tx);
  return { tx, userId, now: clock.now() } as UserScope;
}
