import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { createTestContext, type TestContext } from '#tests/support/context.ts';
import { countRoundTrips } from '#tests/support/round-trips.ts';
import { executeAhead, executeTogether, openDatabase } from './database.ts';

let context: TestContext;

beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.stop());

async function prepared(run: (value: number) => ReturnType<typeof sql>): Promise<readonly string[]> {
  return context.db.transaction().execute(async (tx) => {
    for (const value of [1, 2, 3]) await run(value).execute(tx);
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx);
    return rows.map(({ statement }) => statement);
  });
}

test('a repeated statement is prepared', async () => {
  expect(await prepared((value) => sql`select ${value}::int + 41 as again`)).toContain('select $1::int + 41 as again');
});

test('a statement with a star is never prepared, because a migration may add columns', async () => {
  const statements = await prepared((value) => sql`select * from generate_series(1, ${value}::int) starred`);
  expect(statements.filter((statement) => statement.includes('starred'))).toEqual([]);
});

test('a column added by a migration does not disturb prepared statements', async () => {
  const found = () => context.db.selectFrom('boards').select('title').where('shortname', '=', 'nobody').execute();
  for (let time = 0; time < 3; time += 1) await found();
  await asSuperuser(context, (client) => client.query('alter table boards add column later text'));
  expect(await found()).toEqual([]);
});

test('thousands of single statements do not evict a frequent prepared one', async () => {
  const often = (value: number) => sql`select ${value}::int + 43 as often`;
  for (const value of [1, 2]) await often(value).execute(context.db);
  for (let nth = 0; nth < 3_100; nth += 1)
    await sql`select ${nth}::int as ${sql.ref(`once_${nth}`)}`.execute(context.db);
  expect(await prepared(often)).toContain('select $1::int + 43 as often');
});

test('a long query is prepared, but not an insert of many rows', async () => {
  const values = sql.join(Array.from({ length: 50 }, (_, nth) => sql`(${nth}::int)`));
  const query = await prepared(() => sql`select count(*) as long_query from (values ${values}) as v (n)`);
  expect(query.filter((statement) => statement.includes('long_query'))).toHaveLength(1);
  await asSuperuser(context, (client) =>
    client.query('create table many_rows (n int); grant insert on many_rows to public'),
  );
  const insert = await prepared(() => sql`insert into many_rows values ${values}`);
  expect(insert.filter((statement) => statement.includes('many_rows'))).toEqual([]);
});

test('lists of any length share one statement text', async () => {
  const numbers = sql<number>`(select 4)`;
  const among = (values: readonly number[]) =>
    context.db.selectNoFrom((eb) => [
      eb(numbers, 'in', values).as('listed'),
      eb(numbers, 'not in', values).as('unlisted'),
    ]);
  const texts = [[4], [1, 4], [1, 2, 3], []].map((values) => among(values).compile().sql);
  expect(new Set(texts)).toEqual(
    new Set(['select (select 4) = any($1) as "listed", (select 4) <> all($2) as "unlisted"']),
  );
  expect(await among([1, 4]).execute()).toEqual([{ listed: true, unlisted: false }]);
  expect(await among([1, 2, 3]).execute()).toEqual([{ listed: false, unlisted: true }]);
  expect(await among([]).execute()).toEqual([{ listed: false, unlisted: true }]);
});

test('prepared statements use a generic plan', async () => {
  const { rows } = await sql<{ plan_cache_mode: string }>`show plan_cache_mode`.execute(context.db);
  expect(rows).toEqual([{ plan_cache_mode: 'force_generic_plan' }]);
});

test('a connection left in a failed transaction can be used again', async () => {
  const { db, pool, close } = openDatabase({
    servingUrl: context.servingUrl,
    connectionsMax: 1,
    onLost: () => undefined,
  });
  try {
    const client = await pool.connect();
    await client.query('begin');
    await expect(client.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    client.release();
    expect(await sql`select 1 as one`.execute(db)).toMatchObject({ rows: [{ one: 1 }] });
    const [{ pid } = { pid: 0 }] = (await pool.query('select pg_backend_pid() as pid')).rows;
    expect(pid).toBeGreaterThan(0);
    expect(pool.totalCount).toBe(1);
  } finally {
    await close();
  }
});

const limit = (key: string, points: number | string) =>
  CompiledQuery.raw('insert into rate_limits (key, points) values ($1, $2::text::int)', [key, String(points)]);
const limits = async (prefix: string) => {
  const found = await context.db.selectFrom('rate_limits').select('key').where('key', 'like', `${prefix}%`).execute();
  return found.map(({ key }) => key).toSorted();
};
const invalidNumber = { code: '22P02' };

test('a statement executed ahead is sent with the next statement or the commit', async () => {
  const { db, pool, close } = openDatabase({ servingUrl: context.servingUrl, onLost: () => undefined });
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

test('the same statement executed ahead and awaited returns its rows', async () => {
  const one = CompiledQuery.raw('select $1::int as number', [1]);
  const rows = await context.db.transaction().execute(async (tx) => {
    await executeAhead(tx, one);
    return (await tx.executeQuery(one)).rows;
  });
  expect(rows).toEqual([{ number: 1 }]);
});

test('without a transaction a statement executed ahead is awaited', async () => {
  await executeAhead(context.db, limit('alone', 1));
  expect(await limits('alone')).toEqual(['alone']);
  await expect(executeAhead(context.db, limit('alone-2', 'x'))).rejects.toMatchObject(invalidNumber);
});

test('an error of a statement executed ahead fails the transaction at the next statement or the commit', async () => {
  const failing = (after: boolean) =>
    context.db.transaction().execute(async (tx) => {
      await executeAhead(tx, limit('failed-1', 1));
      await executeAhead(tx, limit('failed-2', 'x'));
      if (after) await sql`select 1`.execute(tx);
    });
  for (const after of [true, false]) await expect(failing(after)).rejects.toMatchObject(invalidNumber);
  const refused = context.db.transaction().execute(async (tx) => {
    await executeAhead(tx, limit('failed-3', 'x'));
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(await limits('failed')).toEqual([]);
  const again = Array.from({ length: 20 }, () => context.db.transaction().execute((tx) => sql`select 1`.execute(tx)));
  expect(await Promise.all(again)).toHaveLength(20);
});

test('statements executed together take one round trip with the begin and answer in order', async () => {
  const { db, pool, close } = openDatabase({ servingUrl: context.servingUrl, onLost: () => undefined });
  const trips = countRoundTrips(pool);
  const numbers = [1, 2, 3].map((number) => CompiledQuery.raw('select $1::int as number', [number]));
  const rows = await db.transaction().execute((tx) => executeTogether(tx, numbers));
  await close();
  expect(rows).toEqual([[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]]);
  expect(trips.count()).toBe(2);
});

test('of statements executed together none runs after a failing one', async () => {
  const failing = context.db
    .transaction()
    .execute((tx) => executeTogether(tx, [limit('together-1', 1), limit('together-2', 'x'), limit('together-3', 3)]));
  await expect(failing).rejects.toMatchObject(invalidNumber);
  await expect(executeTogether(context.db, [limit('together-4', 4), limit('together-5', 5)])).rejects.toThrow();
  expect(await limits('together')).toEqual(['together-4']);
});

test('a transaction without a statement commits', async () => {
  expect(await context.db.transaction().execute(async () => 'nothing')).toBe('nothing');
});
