import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeBackup } from '#server/backup/make-backup.ts';
import { digestOfText, manifestDigestName, manifestName } from '#server/backup/manifest.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { type Migration, migrate, migrations } from '#server/db/migrate.ts';
import { asOwner } from './support/as-owner.ts';
import { asSuperuser, readContents } from './support/as-superuser.ts';
import { configOf, silent } from './support/backup-settings.ts';
import { createTestContext, type TestContext } from './support/context.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { earlierMigrations } from './support/earlier-chain.ts';
import { makeTenantRows } from './support/tenant-rows.ts';
import { makeWorld } from './support/world.ts';

vi.setConfig({ testTimeout: 120_000 });
/** What another version has: a later one more than this one, an earlier one its own. */
const other = vi.hoisted(() => ({ later: [] as Migration[], own: null as readonly Migration[] | null }));
vi.mock('#server/db/migrate.ts', async (original) => {
  const real = await original<typeof import('#server/db/migrate.ts')>();
  const all: typeof real.migrations = async () => other.own ?? [...(await real.migrations()), ...other.later];
  return {
    ...real,
    migrations: all,
    migrate: async (given: Parameters<typeof real.migrate>[0]) =>
      real.migrate({ ...given, migrations: given.migrations ?? (await all()) }),
  };
});

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'dais-older-backup-'));
});
afterEach(() => {
  other.later = [];
  other.own = null;
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** But for when which migration was applied. */
const rowsOf = async (of: TestContext) =>
  (await asSuperuser(of, readContents)).filter((line) => !/^\w+\.migrations:/.test(line));
const listed = (of: readonly Migration[]) => of.map(({ name, sha256 }) => ({ name, sha256 }));
const listOf = (database: TestDatabase) =>
  asOwner(database, async (client) => (await client.query('select name, sha256 from migrations order by name')).rows);

async function rewriteManifest(folder: string, manifest: object): Promise<void> {
  const text = JSON.stringify(manifest);
  await writeFile(join(folder, manifestName), text);
  await writeFile(join(folder, manifestDigestName), `${digestOfText(text)}\n`);
}

async function restoreOnto(database: TestDatabase, folder: string): Promise<void> {
  await restoreBackup(configOf(database, await mkdtemp(join(scratch, 'data-'))), folder, silent);
}

test('the backup of an older version is restored and brought up to this one', async () => {
  const context = await createTestContext();
  await makeTenantRows(context, (await makeWorld(context)).home);
  const folder = join(scratch, 'older');
  const { key_proof: _, ...manifest } = await makeBackup(configOf(context, context.config.dataDir), folder, silent);
  // The first format knew no proof of the key.
  await rewriteManifest(folder, { ...manifest, format: 1 });

  const sql =
    'alter table group_members add column later boolean not null default true; alter table group_members alter column later set default false';
  other.later = [{ name: '9999-later.sql', sql, sha256: 'later' }];
  const database = await createTestDatabase('template0');
  await restoreOnto(database, folder);
  expect(await listOf(database)).toEqual(listed(await migrations()));
  const { rows } = await asSuperuser(database, (client) => client.query('select distinct later from group_members'));
  expect(rows).toEqual([{ later: true }]);
  await asOwner(database, (client) => client.query('alter table group_members drop column later'));
  const copy = await createTestContext({}, { database });
  expect(await rowsOf(copy)).toEqual(await rowsOf(context));
  // What came after that version is there as well: which key the rows were sealed with is known from now on.
  const proofs = await asSuperuser(copy, (client) => client.query('select from house.installation'));
  expect(proofs.rowCount).toBe(1);
  await copy.stop();
  await context.stop();
});

test('a backup of the chain from before the baseline is restored onto the baseline', async () => {
  const chain = await earlierMigrations();
  const earlier = await createTestDatabase('template0');
  await migrate({ ...earlier, migrations: chain });
  await asSuperuser(earlier, (client) =>
    client.query(`
      insert into boards (shortname, title, time_zone) values ('kept', 'Kept', 'UTC');
      insert into users (email, first_name, last_name) values ('ada@kept.example', 'Ada', 'Byron');
      insert into members (board_id, user_id, status, slug) select b.id, u.id, 'active', 'ada-byron' from boards b, users u;
      insert into audiences (board_id, whole_board) select id, true from boards;
      insert into categories (board_id, name, position, audience_id) select board_id, 'Minutes', 1, id from audiences;
      insert into documents (board_id, category_id, position, title, is_link, link_url, mime_type, extension)
        select board_id, id, 1, 'Statutes', true, 'https://kept.example', 'generic', 'link' from categories;
    `),
  );
  const folder = join(scratch, 'earlier');
  other.own = chain;
  const manifest = await makeBackup(configOf(earlier, await mkdtemp(join(scratch, 'data-'))), folder, silent);
  other.own = null;
  expect(manifest.migrations).toEqual(listed(chain));

  const database = await createTestDatabase('template0');
  await restoreOnto(database, folder);
  expect(await listOf(database)).toEqual(listed(await migrations()));
  const kept = await asSuperuser(database, (client) =>
    client.query(`
      select b.title as board, m.first_name, c.document_count, d.title, count(w) as words
      from boards b join members m on m.board_id = b.id join categories c on c.board_id = b.id
      join documents d on d.category_id = c.id join document_words w on w.document_id = d.id group by 1, 2, 3, 4
    `),
  );
  expect(kept.rows).toEqual([{ board: 'Kept', first_name: 'Ada', document_count: 1, title: 'Statutes', words: 1 }]);

  await rewriteManifest(folder, { ...manifest, migrations: listed(chain).slice(0, -1) });
  const empty = await createTestDatabase('template0');
  await expect(restoreOnto(empty, folder)).rejects.toThrow(`its last migration is not ${chain.at(-1)?.name}`);
  await empty.drop();
});
