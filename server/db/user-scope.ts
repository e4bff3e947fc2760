import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { BoardTransaction, Database } from './database.ts';

declare const userScopeBrand: unique symbol;

export interface UserScope {
  readonly [userScopeBrand]: true;
  readonly tx: BoardTransaction;
  readonly userId: string;
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

export async function enterUser(tx: BoardTransaction, clock: Clock, userId: string): Promise<UserScope> {
  await sql`select set_config('dais.user_id', ${userId}, true)`.execute(tx);
  return { tx, userId, now: clock.now() } as UserScope;
}
