import { type RawBuilder, sql } from 'kysely';

export interface Clock {
  now(): Date;
  /** The time at which the statement runs. It is the same for all servers, whatever their own clocks say. */
  inDatabase(): RawBuilder<Date>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  inDatabase: () => sql<Date>`clock_timestamp()`,
};

export const clockOf = (now: () => Date): Clock => ({ now, inDatabase: () => sql<Date>`${now()}::timestamptz` });
