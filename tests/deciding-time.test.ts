import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { isoDate } from '#domain/dates.ts';
import { dayAfter } from '#domain/days.ts';
import { localToInstant } from '#domain/local-time.ts';
import { testApp } from './support/test-app.ts';

const server = testApp();

/**
 * Zones of both hemispheres, with the days on which their clocks go forward and back. Lord Howe's clocks change by half
 * an hour, and Santiago's at midnight.
 */
const zones = [
  ['America/Halifax', '2028-03-12', '2028-11-05'],
  ['Europe/London', '2028-03-26', '2028-10-29'],
  ['Australia/Lord_Howe', '2028-10-01', '2028-04-02'],
  ['Pacific/Auckland', '2028-09-24', '2028-04-02'],
  ['America/Santiago', '2028-09-03', '2028-04-01'],
] as const;
const leapDay = '2028-02-29';
const lastDay = '2028-12-31';

describe.each(zones)('in the time zone %s', (timeZone, forward, back) => {
  const days = [forward, back, leapDay, lastDay];
  const at = (date: string, time = '00:00'): Date => localToInstant({ date, time }, timeZone);
  const midnightAfter = (day: string): Date => at(dayAfter(day));
  const justBefore = (instant: Date): Date => new Date(+instant - 1);
  const hoursOf = (day: string): number => (+midnightAfter(day) - +at(day)) / 3_600_000;

  test('every day has 24 hours, except when the clocks change', () => {
    const change = timeZone === 'Australia/Lord_Howe' ? 0.5 : 1;
    expect(days.map(hoursOf)).toEqual([24 - change, 24 + change, 24, 24]);
  });

  test('every day begins and ends at the same instants in PostgreSQL and on the server', async () => {
    const instants = days.flatMap((day) => [
      justBefore(at(day)),
      at(day),
      justBefore(midnightAfter(day)),
      midnightAfter(day),
    ]);
    const board = await server.make.board({ timeZone });
    const found = await server.inBoard(board.id, async (tx) => {
      const { rows } = await sql<{ day: string; year: number }>`
        select (each.at at time zone board.time_zone)::date::text as day,
          extract(year from each.at at time zone board.time_zone)::int as year
        from unnest(${instants}::timestamptz[]) with ordinality each (at, nth), boards board
        where board.id = ${board.id} order by each.nth
      `.execute(tx);
      return rows;
    });
    expect(found.map(({ day }) => day)).toEqual(days.flatMap((day) => [dayAfter(day, -1), day, day, dayAfter(day)]));
    expect(found).toEqual(
      instants.map((instant) => {
        const day = isoDate(instant, timeZone);
        return { day, year: Number(day.slice(0, 4)) };
      }),
    );
  });
});
