import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { to as copyTo } from 'pg-copy-streams';
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
/** What a later version has more than this one; empty while the test runs as this version. */
const later = vi.hoisted(() => ({ migrations: [] as Migration[] }));
vi.mock('#server/db/migrate.ts', async (original) => {
  const real = await original<typeof import('#server/db/migrate.ts')>();
  const all: typeof real.migrations = async () => [...(await real.migrations()), ...later.migrations];
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
  later.migrations = [];
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
  later.migrations = [{ name: '9999-later.sql', sql, sha256: 'later' }];
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

/** Columns that were added after the baseline, by table: no backup of the chain has them. */
const laterColumns: Readonly<Record<string, readonly string[]>> = {
  document_versions: ['reading_key', 'reading_bytes'],
  members: ['first_name', 'last_name', 'email', 'img_url', 'is_officer', 'officer_since', 'unvouched_since'],
  meetings: ['agenda_item_count', 'document_count'],
  audiences: ['group_ids', 'member_ids'],
  users: ['viewer_size', 'password_given_up_at', 'passkey_offers'],
  boards: ['provider_id', 'provider_required', 'trust_days'],
  sessions: ['begun_by', 'strength', 'own_factor', 'connection_id', 'provider_id', 'passkey_id', 'device_id'],
  pending_sign_ins: ['connection_id'],
};

/** Tables that were added after the baseline, and begin empty whatever was there before. */
const emptyTables = [
  'non_voters',
  'action_items',
  'action_item_changes',
  'action_item_reports',
  'interests',
  'interest_wordings',
  'interest_confirmations',
  'interest_requests',
  'interest_rounds',
  'meeting_rooms',
  'meeting_voters',
  'meeting_phases',
  'pointer_moves',
  'presences',
  'quorum_changes',
  'declarations',
  'motions',
  'motion_wordings',
  'votes',
  'hand_corrections',
  'room_connections',
  'vote_voids',
  'ballots',
  'vote_participations',
  'vote_tallies',
  'resolution_numbers',
  'written_resolutions',
  'written_voters',
  'written_ballots',
  'written_files',
];

/** With those that migrating fills, or that stay out of this test's world. */
const laterTables: ReadonlySet<string> = new Set([
  ...emptyTables,
  ...['bodies', 'deciding_settings', 'document_words', 'devices', 'passkey_handles', 'passkeys', 'passkey_challenges'],
  ...['providers', 'provider_connections', 'provider_sign_ins', 'recoveries', 'vouches'],
]);

async function withoutLater<
  T extends { readonly name: string; readonly file: string; readonly columns: readonly string[] },
>(context: TestContext, folder: string, tables: readonly T[]): Promise<readonly T[]> {
  return Promise.all(
    tables
      .filter(({ name }) => !laterTables.has(name))
      .map(async (table) => {
        const later = laterColumns[table.name];
        if (!later) return table;
        const columns = table.columns.filter((column) => !later.includes(column));
        await asSuperuser(context, (client) =>
          pipeline(
            client.query(copyTo(`copy ${table.name} (${columns.join(', ')}) to stdout`)),
            createGzip(),
            createWriteStream(join(folder, 'database', table.file)),
          ),
        );
        const bytes = await readFile(join(folder, 'database', table.file));
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        return { ...table, columns, bytes: bytes.length, sha256 };
      }),
  );
}

const namesInChain: Readonly<Record<string, string>> = {
  reading_positions: 'reading_places',
  'meeting_notices.snapshot': 'told',
  'group_members.added_by_board_admin': 'placed_by_board_admin',
  'board_books.requested_by': 'asked_by',
  'board_books.requested_at': 'asked_at',
  'document_versions.text_complete_at': 'text_whole_at',
  'sessions.confirmed_at': 'password_confirmed_at',
};

test('a backup of the chain from before the baseline is restored onto the baseline', async () => {
  const chain = await earlierMigrations();
  const earlier = await createTestDatabase('template0');
  await migrate({ ...earlier, migrations: chain });
  await migrate(earlier);
  const context = await createTestContext({}, { database: earlier });
  await makeTenantRows(context, (await makeWorld(context)).home);
  // What an older version did not have.
  await asSuperuser(context, (client) =>
    client.query('delete from action_item_reports; delete from action_items; delete from non_voters'),
  );
  await asSuperuser(context, (client) =>
    client.query(
      "insert into audit_entries (board_id, action, subject_kind) select id, 'meeting.changes-told', 'meeting' from boards limit 1",
    ),
  );
  const folder = join(scratch, 'earlier');
  const manifest = await makeBackup(configOf(context, context.config.dataDir), folder, silent);
  await asSuperuser(context, (client) =>
    client.query("update audit_entries set action = 'meeting.changes-sent' where action = 'meeting.changes-told'"),
  );
  await asSuperuser(context, (client) => client.query(`truncate ${emptyTables.join(', ')}`));

  const tables = (await withoutLater(context, folder, manifest.tables)).map((table) => ({
    ...table,
    name: namesInChain[table.name] ?? table.name,
    columns: table.columns.map((column) => namesInChain[`${table.name}.${column}`] ?? column),
  }));
  await rewriteManifest(folder, { ...manifest, tables, migrations: listed(chain) });
  const database = await createTestDatabase('template0');
  await restoreOnto(database, folder);
  expect(await listOf(database)).toEqual(listed(await migrations()));
  const copy = await createTestContext({}, { database });
  expect(await rowsOf(copy)).toEqual(await rowsOf(context));
  await copy.stop();
  await context.stop();

  await rewriteManifest(folder, { ...manifest, migrations: listed(chain).slice(0, -1) });
  const empty = await createTestDatabase('template0');
  await expect(restoreOnto(empty, folder)).rejects.toThrow(`its last migration is not ${chain.at(-1)?.name}`);
  await empty.drop();
});
