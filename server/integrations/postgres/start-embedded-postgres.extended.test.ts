import { chmod, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownFolder } from '#tests/support/test-folder.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
let dataDir: string;
let running: EmbeddedPostgres | undefined;

beforeEach(() => {
  dataDir = ownFolder();
});
afterEach(() => running?.stop());

async function start(): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ dataDir, log: quiet, durability: 'none' });
  return running;
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

test('the server’s database role has no special privileges and cannot create roles', async () => {
  const { ownerUrl, servingUrl } = await start();
  const roles = await ask<Record<string, unknown>>(
    ownerUrl,
    `select rolname as name, rolsuper or rolbypassrls or rolcreatedb or rolreplication as strong, rolcreaterole as makes_roles
       from pg_roles where rolname like 'dais\\_%' and rolname <> 'dais_superuser' order by 1`,
  );
  expect(roles).toEqual([
    { name: 'dais_app', strong: false, makes_roles: false },
    { name: 'dais_owner', strong: false, makes_roles: true },
  ]);
  const owners = await ask(
    servingUrl,
    `select current_user, pg_get_userbyid(datdba) as owner from pg_database where datname = 'dais'`,
  );
  expect(owners).toEqual([{ current_user: 'dais_app', owner: 'dais_owner' }]);
  await expect(ask(servingUrl, 'create table mine (id int)')).rejects.toThrow('permission denied');
});

test('the embedded database uses UTF-8, a fixed locale and full durability by default', async () => {
  running = await startEmbeddedPostgres({ dataDir, log: quiet });
  const [settings] = await ask<Record<string, unknown>>(
    running.servingUrl,
    `select current_setting('server_encoding') as encoding, datlocprovider as provider, datlocale as locale,
            current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses, lower('ÄÉ') as lower
       from pg_database where datname = current_database()`,
  );
  const text = { encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8', lower: 'äé' };
  expect(settings).toEqual({ ...text, fsync: 'on', addresses: '127.0.0.1' });
});

test('the database password files are readable only by their owner, and a wrong password is rejected', async () => {
  const { servingUrl } = await start();
  const keys = join(dataDir, 'keys');
  expect((await readdir(keys)).sort()).toEqual(['database-app', 'database-owner', 'database-superuser']);
  for (const name of await readdir(keys)) expect((await stat(join(keys, name))).mode & 0o777).toBe(0o600);
  const wrong = new URL(servingUrl);
  wrong.password = 'guess';
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
});

test('data and passwords survive a restart', async () => {
  const first = await start();
  await ask(first.ownerUrl, 'create table kept (word text)');
  await ask(first.ownerUrl, `insert into kept values ('minutes')`);
  await first.stop();
  await first.stop();
  const second = await start();
  expect(await ask(second.ownerUrl, 'select word from kept')).toEqual([{ word: 'minutes' }]);
  expect(new URL(second.ownerUrl).password).toBe(new URL(first.ownerUrl).password);
});

test('the next startup completes a first startup that was interrupted before creating the roles', async () => {
  const first = await start();
  await ask(first.superuserUrl, 'drop database dais');
  await ask(first.superuserUrl, 'drop role dais_app');
  await first.stop();
  const second = await start();
  expect(await ask(second.servingUrl, 'select current_user as name')).toEqual([{ name: 'dais_app' }]);
});

test('lost database passwords are replaced', async () => {
  const first = await start();
  await ask(first.ownerUrl, 'create table kept (word text)');
  await first.stop();
  await rm(join(dataDir, 'keys'), { recursive: true });
  const second = await start();
  expect(await ask(second.ownerUrl, 'select * from kept')).toEqual([]);
  expect(new URL(second.ownerUrl).password).not.toBe(new URL(first.ownerUrl).password);
});

test('startup fails if the requested port is taken, and releases the folder lock', async () => {
  const first = await start();
  const other = ownFolder();
  const port = Number(new URL(first.servingUrl).port);
  await expect(startEmbeddedPostgres({ dataDir: other, log: quiet, port })).rejects.toThrow(/Address already in use/);
  expect(await readdir(other)).not.toContain('postgres.lock');
});

test('the SQL text of a failing statement is not logged', async () => {
  const lines: string[] = [];
  const keep = (_: object, message: string) => void lines.push(message);
  running = await startEmbeddedPostgres({ dataDir, log: { debug: keep, info: keep, warn: keep, error: keep } });
  await expect(ask(running.ownerUrl, `select 'secret words' from nowhere`)).rejects.toThrow('does not exist');
  await running.stop();
  expect(lines.join('\n')).toContain('relation "nowhere" does not exist');
  expect(lines.join('\n')).not.toContain('secret words');
});

test.skipIf(process.getuid?.() === 0)('the error about an unwritable data folder names the folder', async () => {
  await chmod(dataDir, 0o500);
  await expect(startEmbeddedPostgres({ dataDir, log: quiet })).rejects.toThrow(
    `The data folder ${dataDir} cannot be used`,
  );
});
