import { expect, test, vi } from 'vitest';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { type Migration, migrations } from '#server/db/migrate.ts';
import { asOwner } from './support/as-owner.ts';
import { asSuperuser } from './support/as-superuser.ts';
import { backedUp, configOf, rowsOf, silent } from './support/backup-settings.ts';
import { createTestContext } from './support/context.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { makeTenantRows } from './support/tenant-rows.ts';
import { makeWorld } from './support/world.ts';

vi.setConfig({ testTimeout: 120_000 });
const added = vi.hoisted(() => [] as Migration[]);
vi.mock('#server/db/migrate.ts', async (original) => {
  const real = await original<typeof import('#server/db/migrate.ts')>();
  const all: typeof real.migrations = async () => [...(await real.migrations()), ...added];
  return {
    ...real,
    migrations: all,
    migrate: async (given: Parameters<typeof real.migrate>[0]) =>
      real.migrate({ ...given, migrations: given.migrations ?? (await all()) }),
  };
});

const backup = backedUp(async (context) => makeTenantRows(context, (await makeWorld(context)).home));

const listed = (of: readonly Migration[]) => of.map(({ name, sha256 }) => ({ name, sha256 }));
const listOf = (database: TestDatabase) =>
  asOwner(database, async (client) => (await client.query('select name, sha256 from migrations order by name')).rows);

test('a backup from an older version is migrated to the current version when restored', async () => {
  const sql =
    'alter table group_members add column later boolean not null default true; alter table group_members alter column later set default false';
  added.push({ name: '9999-later.sql', sql, sha256: 'later' });
  const database = await createTestDatabase('template0');
  await restoreBackup(configOf(database, await backup.newFolder()), backup.folder, silent);
  expect(await listOf(database)).toEqual(listed(await migrations()));
  const { rows } = await asSuperuser(database, (client) => client.query('select distinct later from group_members'));
  expect(rows).toEqual([{ later: true }]);
  await asOwner(database, (client) => client.query('alter table group_members drop column later'));
  const copy = await createTestContext({}, { database });
  expect(await rowsOf(copy)).toEqual(await rowsOf(backup.context));
  await copy.stop();
});
