import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { openDatabase } from './database.ts';
import { sendTogether } from './flight-messages.ts';

let database: TestDatabase;
let handle: ReturnType<typeof openDatabase>;
let client: pg.PoolClient;
beforeAll(async () => {
  database = await createTestDatabase();
  handle = openDatabase({ servingUrl: database.servingUrl, connectionsMax: 1, onLost: () => undefined });
});
beforeEach(async () => {
  client = await handle.pool.connect();
  return () => client.release();
});
afterAll(async () => {
  await handle.close();
  await database.drop();
});

const named = (name: string, text: string, ...values: readonly unknown[]) => ({ name, text, values });
const unnamed = (text: string, ...values: readonly unknown[]) => ({ name: null, text, values });
const prepared = async () => {
  const { rows } = await client.query<{ name: string }>('select name from pg_prepared_statements order by name');
  return rows.map(({ name }) => name);
};

test('statements sent together return typed rows and command tags', async () => {
  const at = new Date('2026-11-16T12:00:00Z');
  const [one, none, changed] = await sendTogether(client, [
    unnamed(
      'select $1::timestamptz as at, $2::bytea as bytes, $3::int[] as list, $4::jsonb as json, $5::text as none',
      at,
      Buffer.from('dais'),
      [1, 2],
      { a: 1 },
      null,
    ),
    unnamed('select 1 as one where false'),
    unnamed('delete from rate_limits'),
  ]);
  expect(one).toEqual({
    tag: 'SELECT 1',
    rows: [{ at, bytes: Buffer.from('dais'), list: [1, 2], json: { a: 1 }, none: null }],
  });
  expect(none).toEqual({ tag: 'SELECT 0', rows: [] });
  expect(changed).toEqual({ tag: 'DELETE 0', rows: [] });
});

test('a named statement is prepared once, even if its first execution failed', async () => {
  const flight = async (by: number) => {
    const answers = await sendTogether(client, [
      named('before', 'select 1 as one'),
      named('divided', 'select 6 / $1::int as divided', by),
      named('after', 'select 2 as two'),
    ]);
    return answers.map(({ rows }) => rows);
  };
  await expect(flight(0)).rejects.toMatchObject({
    code: '22012',
    stack: expect.stringContaining('flight-messages.test'),
  });
  expect(await prepared()).toEqual(['before', 'divided']);
  for (const by of [2, 3]) {
    expect(await flight(by)).toEqual([[{ one: 1 }], [{ divided: 6 / by }], [{ two: 2 }]]);
  }
  expect(await prepared()).toEqual(['after', 'before', 'divided']);
});

test('statements sent together outside a transaction run in a single transaction', async () => {
  const limit = (points: string) =>
    unnamed("insert into rate_limits (key, points) values ('flight ' || $1::text, $1::int)", points);
  await expect(sendTogether(client, [limit('1'), limit('x')])).rejects.toMatchObject({ code: '22P02' });
  const [left] = await sendTogether(client, [unnamed("select key from rate_limits where key like 'flight%'")]);
  expect(left?.rows).toEqual([]);
});

test('statements sent together fail if the connection is lost', async () => {
  const lost = sendTogether(client, [unnamed('select pg_terminate_backend(pg_backend_pid())'), unnamed('select 1')]);
  await expect(lost).rejects.toMatchObject({ code: '57P01' });
});
