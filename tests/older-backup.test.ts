import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { digestOfFile, digestOfText } from '#server/backup/digest.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { type BackupTable, type Manifest, manifestDigestName, manifestName } from '#server/backup/manifest.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { migrations } from '#server/db/migrate.ts';
import { asSuperuser, readContents } from './support/as-superuser.ts';
import { configOf, silent } from './support/backup-settings.ts';
import { createTestContext, type TestContext } from './support/context.ts';
import { createTestDatabase } from './support/database.ts';
import { makeTenantRows } from './support/tenant-rows.ts';
import { makeWorld } from './support/world.ts';

/** The version that is imitated made its backups in the first format. */
const newestMigrationThen = '0072-mail-of-site-admins';
/** Of the tables that it had: what migrations have added since. */
const laterColumns: Readonly<Record<string, readonly string[]>> = { group_members: ['placed_by_board_admin'] };

/** Makes of a backup what that version would have written. */
async function age(folder: string, { key_proof: _, ...manifest }: Manifest): Promise<number> {
  const then = manifest.migrations.filter(({ name }) => name.replace('.sql', '') <= newestMigrationThen);
  const tables = await Promise.all(manifest.tables.map((table) => ageTable(folder, table)));
  const text = JSON.stringify({ ...manifest, format: 1, migrations: then, tables });
  await writeFile(join(folder, manifestName), text);
  await writeFile(join(folder, manifestDigestName), `${digestOfText(text)}\n`);
  return then.length;
}

async function ageTable(folder: string, table: BackupTable): Promise<BackupTable> {
  const later = laterColumns[table.name] ?? [];
  if (later.length === 0) return table;
  const kept = table.columns.flatMap((column, index) => (later.includes(column) ? [] : [index]));
  const only = (row: readonly string[]) => kept.flatMap((index) => row[index] ?? []);
  const path = join(folder, 'database', table.file);
  const lines = gunzipSync(await readFile(path))
    .toString('utf8')
    .split('\n');
  await writeFile(path, gzipSync(lines.map((line) => only(line.split('\t')).join('\t')).join('\n')));
  return { ...table, columns: only(table.columns), ...(await digestOfFile(path)) };
}

const rowsOf = async (of: TestContext) =>
  (await asSuperuser(of, readContents)).filter((line) => !/^\w+\.migrations:/.test(line));

test('the backup of an older version is restored and brought up to this one', { timeout: 120_000 }, async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'dais-older-backup-'));
  const context = await createTestContext();
  let restored: TestContext | undefined;
  try {
    await makeTenantRows(context, (await makeWorld(context)).home);
    // What that version did not know is what its migration takes for granted.
    await asSuperuser(context, (client) => client.query('update group_members set placed_by_board_admin = true'));
    const folder = join(scratch, 'backup');
    const manifest = await makeBackup(configOf(context, context.config.dataDir), folder, silent);
    const applied = await age(folder, manifest);
    const all = await migrations();
    expect(applied).toBeLessThan(all.length);

    const database = await createTestDatabase('template0');
    await restoreBackup(configOf(database, join(scratch, 'data')), folder, silent);
    restored = await createTestContext({}, { database });

    expect(await rowsOf(restored)).toEqual(await rowsOf(context));
    const { rows } = await asSuperuser(restored, (client) =>
      client.query<{ name: string }>('select name from migrations order by name'),
    );
    expect(rows.map(({ name }) => name)).toEqual(all.map(({ name }) => name));
    // What came after that version is there as well: which key the rows were sealed with is known from now on.
    const proofs = await asSuperuser(restored, (client) => client.query('select from house.installation'));
    expect(proofs.rowCount).toBe(1);
  } finally {
    await restored?.stop();
    await context.stop();
    await rm(scratch, { recursive: true, force: true });
  }
});
