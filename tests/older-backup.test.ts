import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { digestOfText } from '../server/backup/digest.ts';
import { makeBackup } from '../server/backup/make-backup.ts';
import { type Manifest, manifestDigestName, manifestName } from '../server/backup/manifest.ts';
import { restoreBackup } from '../server/backup/restore-backup.ts';
import { readConfig } from '../server/config.ts';
import { migrations } from '../server/db/migrate.ts';
import { asSuperuser, readContents } from './support/as-superuser.ts';
import { createTestContext, type TestContext, testSecretKey } from './support/context.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { makeTenantRows } from './support/matrix/tenant-rows.ts';
import { makeWorld } from './support/matrix/world.ts';

const log = pino({ level: 'silent' });
/** The version that is imitated made its backups in the first format; no table that a backup holds has changed since. */
const newestMigrationThen = '0072-mail-of-site-admins';

/** Makes a backup's manifest what that version would have written. */
async function age(folder: string, { key_proof: _, ...manifest }: Manifest): Promise<number> {
  const then = manifest.migrations.filter(({ name }) => name.replace('.sql', '') <= newestMigrationThen);
  const text = JSON.stringify({ ...manifest, format: 1, migrations: then });
  await writeFile(join(folder, manifestName), text);
  await writeFile(join(folder, manifestDigestName), `${digestOfText(text)}\n`);
  return then.length;
}

const rowsOf = async (of: TestContext) =>
  (await asSuperuser(of, readContents)).filter((line) => !/^\w+\.migrations:/.test(line));

test('the backup of an older version is restored and brought up to this one', { timeout: 120_000 }, async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'dais-older-backup-'));
  const configOf = (database: Pick<TestDatabase, 'ownerUrl' | 'servingUrl'>, dataDir: string) => {
    const urls = { DATABASE_URL: database.servingUrl, DATABASE_OWNER_URL: database.ownerUrl };
    return readConfig({ SECRET_KEY: testSecretKey, DATA_DIR: dataDir, ...urls }, 'serve');
  };
  const context = await createTestContext();
  let restored: TestContext | undefined;
  try {
    await makeTenantRows(context, (await makeWorld(context)).home);
    const folder = join(scratch, 'backup');
    const manifest = await makeBackup(configOf(context, context.config.dataDir), folder, log);
    const applied = await age(folder, manifest);
    const all = await migrations();
    expect(applied).toBeLessThan(all.length);

    const database = await createTestDatabase('template0');
    await restoreBackup(configOf(database, join(scratch, 'data')), folder, log);
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
