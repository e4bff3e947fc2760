import { type RawBuilder, sql } from 'kysely';

/** Tests and the demonstration bring their own. */
export interface Clock {
  now(): Date;
  /** In a statement, when it runs: the same for all servers, whatever their own clocks say. */
  inDatabase(): RawBuilder<Date>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  inDatabase: () => sql<Date>`clock_timestamp()`,
};

/** One clock for server and database. */
export const clockOf = (now: () => Date): Clock => ({ now, inDatabase: () => sql<Date>`${now()}::timestamptz` });
