import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '#tests/support/test-app.ts';
import { openDatabase } from './database.ts';

const server = testApp();

async function prepared(run: (value: number) => ReturnType<typeof sql>): Promise<readonly string[]> {
  return server.context.db.transaction().execute(async (tx) => {
    for (const value of [1, 2, 3]) await run(value).execute(tx);
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx);
    return rows.map(({ statement }) => statement);
  });
}

test('a statement that is repeated becomes a prepared statement', async () => {
  expect(await prepared((value) => sql`select ${value}::int + 41 as again`)).toContain('select $1::int + 41 as again');
});

test('a statement that selects * is never prepared, because a migration may add columns', async () => {
  const statements = await prepared((value) => sql`select * from generate_series(1, ${value}::int) starred`);
  expect(statements.filter((statement) => statement.includes('starred'))).toEqual([]);
});

test('adding a column in a migration does not break prepared statements', async () => {
  const found = () =>
    server.context.db.selectFrom('boards').select('title').where('shortname', '=', 'nobody').execute();
  for (let time = 0; time < 3; time += 1) await found();
  await server.sql('alter table boards add column later text');
  expect(await found()).toEqual([]);
});

test('thousands of one-off statements do not evict a frequently used prepared statement', async () => {
  const often = (value: number) => sql`select ${value}::int + 43 as often`;
  for (const value of [1, 2]) await often(value).execute(server.context.db);
  for (let nth = 0; nth < 3_100; nth += 1)
    await sql`select ${nth}::int as ${sql.ref(`once_${nth}`)}`.execute(server.context.db);
  expect(await prepared(often)).toContain('select $1::int + 43 as often');
});

test('a long query is prepared, but an insert of many rows is not', async () => {
  const values = sql.join(Array.from({ length: 50 }, (_, nth) => sql`(${nth}::int)`));
  const query = await prepared(() => sql`select count(*) as long_query from (values ${values}) as v (n)`);
  expect(query.filter((statement) => statement.includes('long_query'))).toHaveLength(1);
  await server.sql('create table many_rows (n int); grant insert on many_rows to public');
  const insert = await prepared(() => sql`insert into many_rows values ${values}`);
  expect(insert.filter((statement) => statement.includes('many_rows'))).toEqual([]);
});

test('conditions with lists of different lengths use the same SQL text', async () => {
  const numbers = sql<number>`(select 4)`;
  const among = (values: readonly number[]) =>
    server.context.db.selectNoFrom((eb) => [
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
  const { rows } = await sql<{ plan_cache_mode: string }>`show plan_cache_mode`.execute(server.context.db);
  expect(rows).toEqual([{ plan_cache_mode: 'force_generic_plan' }]);
});

test('a connection left in a failed transaction can be used again', async () => {
  const { servingUrl } = server.context;
  const { db, pool, close } = openDatabase({ servingUrl, connectionsMax: 1, onLost: () => undefined });
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
