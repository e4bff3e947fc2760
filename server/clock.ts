import { type RawBuilder, sql } from 'kysely';

export interface Clock {
  now(): Date;
  /** Returns the database's time, so that all servers agree on the time. */
  inDatabase(): RawBuilder<Date>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  inDatabase: () => sql<Date>`clock_timestamp()`,
};

export const clockOf = (now: () => Date): Clock => ({ now, inDatabase: () => sql<Date>`${now()}::timestamptz` });
