import { AbortedTransactionError, CompiledQuery, sql } from 'kysely';
import { expect, test } from 'vitest';
import { countRoundTrips } from '#tests/support/round-trips.ts';
import { testApp } from '#tests/support/test-app.ts';
import { type BoardTransaction, openDatabase } from './database.ts';
import { executeAhead, executeTogether } from './flight-driver.ts';

const server = testApp();

const together = (tx: BoardTransaction, queries: readonly CompiledQuery[]) =>
  executeTogether(
    tx,
    queries.map(({ sql: text, parameters: values }) => ({ name: null, text, values })),
  );

const limit = (key: string, points: number | string) =>
  CompiledQuery.raw('insert into rate_limits (key, points) values ($1, $2::text::int)', [key, String(points)]);
const limits = async (prefix: string) => {
  const found = await server.context.db
    .selectFrom('rate_limits')
    .select('key')
    .where('key', 'like', `${prefix}%`)
    .execute();
  return found.map(({ key }) => key).toSorted();
};
const invalidNumber = { code: '22P02' };

test('a statement queued with executeAhead is sent with the next statement or the commit', async () => {
  const { db, pool, close } = openDatabase({ servingUrl: server.context.servingUrl, onLost: () => undefined });
  const trips = countRoundTrips(pool);
  await db.transaction().execute(async (tx) => {
    await executeAhead(tx, limit('ahead-1', 1));
    await sql`select 1`.execute(tx);
    await executeAhead(tx, limit('ahead-2', 2));
  });
  await close();
  expect(trips.count()).toBe(2);
  expect(await limits('ahead')).toEqual(['ahead-1', 'ahead-2']);
});

test('a statement that is queued with executeAhead and then awaited returns its rows', async () => {
  const one = CompiledQuery.raw('select $1::int as number', [1]);
  const rows = await server.context.db.transaction().execute(async (tx) => {
    await executeAhead(tx, one);
    return (await tx.executeQuery(one)).rows;
  });
  expect(rows).toEqual([{ number: 1 }]);
});

test('outside a transaction, executeAhead waits for the statement', async () => {
  await executeAhead(server.context.db, limit('alone', 1));
  expect(await limits('alone')).toEqual(['alone']);
  await expect(executeAhead(server.context.db, limit('alone-2', 'x'))).rejects.toMatchObject(invalidNumber);
});

test('an error in a queued statement fails the transaction at the next statement or the commit', async () => {
  const failing = (after: boolean) =>
    server.context.db.transaction().execute(async (tx) => {
      await executeAhead(tx, limit('failed-1', 1));
      await executeAhead(tx, limit('failed-2', 'x'));
      if (after) await sql`select 1`.execute(tx);
    });
  for (const after of [true, false]) await expect(failing(after)).rejects.toMatchObject(invalidNumber);
  const refused = server.context.db.transaction().execute(async (tx) => {
    await executeAhead(tx, limit('failed-3', 'x'));
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(await limits('failed')).toEqual([]);
  const again = Array.from({ length: 20 }, () =>
    server.context.db.transaction().execute((tx) => sql`select 1`.execute(tx)),
  );
  expect(await Promise.all(again)).toHaveLength(20);
});

test('statements executed together take one round trip, including the BEGIN, and return their rows in order', async () => {
  const { db, pool, close } = openDatabase({ servingUrl: server.context.servingUrl, onLost: () => undefined });
  const trips = countRoundTrips(pool);
  const numbers = [1, 2, 3].map((number) => CompiledQuery.raw('select $1::int as number', [number]));
  const rows = await db.transaction().execute((tx) => together(tx, numbers));
  await close();
  expect(rows).toEqual([[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]]);
  expect(trips.count()).toBe(2);
});

test('none of the statements that are executed together takes effect if one of them fails', async () => {
  const failing = server.context.db
    .transaction()
    .execute((tx) => together(tx, [limit('together-1', 1), limit('together-2', 'x'), limit('together-3', 3)]));
  await expect(failing).rejects.toMatchObject(invalidNumber);
  expect(await limits('together')).toEqual([]);
});

test('a transaction that ignores the error of a statement is not reported as committed', async () => {
  const failing = server.context.db.transaction().execute(async (tx) => {
    await together(tx, [limit('aborted', 'x')]).catch(() => undefined);
  });
  await expect(failing).rejects.toBeInstanceOf(AbortedTransactionError);
});

test('an update returns the number of changed rows', async () => {
  const { numUpdatedRows } = await server.context.db
    .updateTable('rate_limits')
    .set({ points: 3 })
    .where('key', 'like', 'ahead-%')
    .executeTakeFirstOrThrow();
  expect(numUpdatedRows).toBe(2n);
});

test('a transaction without statements ends without an error', async () => {
  expect(await server.context.db.transaction().execute(async () => 'nothing')).toBe('nothing');
});
