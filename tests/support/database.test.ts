import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

async function fresh(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  databases.push(database);
  return database;
}

async function ask<Row>(url: string, sql: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

test('every test file gets a migrated database that others do not see', async () => {
  const [mine, other] = await Promise.all([fresh(), fresh()]);
  await ask(mine.ownerUrl, 'create table only_mine (id int)');
  const tables = `select tablename as name from pg_tables where schemaname = 'public'`;
  const names = async (url: string) => (await ask<{ name: string }>(url, tables)).map((row) => row.name);
  expect(await names(mine.ownerUrl)).toEqual(expect.arrayContaining(['migrations', 'only_mine']));
  expect(await names(other.ownerUrl)).toContain('migrations');
  expect(await names(other.ownerUrl)).not.toContain('only_mine');
});

test('the copy is served by a role that owns nothing', async () => {
  const database = await fresh();
  const [role] = await ask<{ name: string }>(database.servingUrl, 'select current_user as name');
  expect(role?.name).toBe('dais_app');
  await expect(ask(database.servingUrl, 'create temporary table mine (id int)')).rejects.toThrow('permission denied');
});

test('a dropped database is gone even while a connection is open', async () => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.servingUrl });
  client.on('error', () => undefined);
  await client.connect();
  await database.drop();
  await expect(ask(database.servingUrl, 'select 1')).rejects.toThrow('does not exist');
  await client.end();
});
