import { expect, test } from 'vitest';
import { dayAfter } from '#domain/days.ts';
import { localToInstant } from '#domain/local-time.ts';
import { definePage } from '#server/db/page-statement.ts';
import { testApp } from '#tests/support/test-app.ts';
import { startOfDay } from './queries.ts';

const server = testApp();

const beginning = definePage({ day: 'text', zone: 'text' }, ({ tx }, { day, zone }) =>
  tx.selectNoFrom(startOfDay(day, zone).as('at')),
);

test.for([
  ['America/Halifax', '2025-01-01'],
  ['Europe/London', '2025-01-01'],
  // In São Paulo, clocks go forward at midnight. In Havana and the Azores, they go back from 1 a.m. to midnight.
  ['America/Sao_Paulo', '2018-01-01'],
  ['America/Havana', '2025-01-01'],
  ['Atlantic/Azores', '2025-01-01'],
  ['Asia/Kathmandu', '2025-01-01'],
] as const)('a day begins at the same instant in the database and in the browser in %s', async ([zone, first]) => {
  const days = Array.from({ length: 366 }, (_, nth) => dayAfter(first, nth));
  await server.context.db.transaction().execute(async (tx) => {
    for (const day of days) {
      const row = await beginning.run(tx, { day, zone }, new Date());
      expect([day, row?.at]).toEqual([day, localToInstant({ date: day, time: '00:00' }, zone)]);
    }
  });
});
