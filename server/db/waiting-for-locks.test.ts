import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type Migration, migrate, migrations } from './migrate.ts';

let database: TestDatabase;
let reading: pg.Client;
const later: Migration = {
  name: '9999-later.sql',
  sql: 'alter table document_texts add column later int',
  sha256: 'later',
};
beforeAll(async () => {
  database = await createTestDatabase('template0');
  await migrate(database);
  reading = new pg.Client({ connectionString: database.ownerUrl, application_name: 'dais-backup' });
  await reading.connect();
}, 60_000);
afterAll(async () => {
  await reading?.end();
  await database?.drop();
});

async function holdTables(): Promise<void> {
  const { rows } = await reading.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  await reading.query('begin');
  await reading.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access share mode`);
}

test('a migration that waits for a backup logs the wait and does not block reads', async () => {
  await holdTables();
  const warn = vi.fn<(fields: object, message: string) => void>();
  let isDone = false;
  const migrating = migrate({
    ...database,
    migrations: [...(await migrations()), later],
    patience: { log: { warn }, lockMs: 50, pauseMs: 1 },
  }).then(() => {
    isDone = true;
  });
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce(), 10_000);
  expect(warn.mock.calls[0]?.[0]).toEqual({ holders: expect.stringContaining('dais-backup (process ') });
  const serving = new pg.Client({ connectionString: database.ownerUrl });
  await serving.connect();
  // Without a lock timeout, the migration would block these reads.
  for (let each = 0; each < 20; each += 1) await serving.query('select count(*) from document_texts');
  await serving.end();
  expect(isDone).toBe(false);
  await reading.query('commit');
  await migrating;
  const { rows } = await reading.query('select max(name) as last from migrations');
  expect(rows).toEqual([{ last: later.name }]);
});

test('a migration that gives up waiting for a lock changes nothing', async () => {
  const latest = { ...later, name: '9999-latest.sql', sql: 'alter table document_texts drop column later' };
  const all = [...(await migrations()), later, latest];
  await holdTables();
  const patience = { lockMs: 20, pauseMs: 1, allMs: 100 };
  await expect(migrate({ ...database, migrations: all, patience })).rejects.toThrow(
    /perhaps dais-backup .+, has locked it for 1 seconds. Start the server again/,
  );
  await reading.query('rollback');
  await migrate({ ...database, migrations: all });
});
