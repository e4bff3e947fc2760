import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { dumpDatabase, loadDatabase } from '#server/backup/database-copy.ts';
import { copyFiles } from '#server/backup/files.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { markUnfinished } from '#server/backup/unfinished-restore.ts';
import { migrate } from '#server/db/migrate.ts';
import { openStorage } from '#server/integrations/storage/open-storage.ts';
import { asOwner } from './support/as-owner.ts';
import { asSuperuser } from './support/as-superuser.ts';
import { backedUp, configOf, rowsOf, silent } from './support/backup-settings.ts';
import { signIn, stranger } from './support/client.ts';
import { createTestContext, type TestContext } from './support/context.ts';
import { createTestDatabase } from './support/database.ts';
import { inBoard, makeBoard, makeDocument, makeMeeting } from './support/factories.ts';
import { jarClient } from './support/jar-client.ts';
import { makeTenantRows } from './support/tenant-rows.ts';
import { makeWorld, password, type World } from './support/world.ts';

vi.setConfig({ testTimeout: 60_000 });
let world: World;
let contents: readonly string[];
const backup = backedUp(async (context) => {
  world = await makeWorld(context);
  for (const board of [world.home, world.elsewhere, world.suspended]) await makeTenantRows(context, board);
  contents = await rowsOf(context);
});

test('a backup contains users, meetings, annotations, poll choices, mail and jobs, and only its owner can read the files', async () => {
  const { folder, manifest } = backup;
  const empty = manifest.tables.filter(({ rows, schema }) => rows === 0 && schema === 'public').map(({ name }) => name);
  expect(empty).toEqual(
    expect.not.arrayContaining(['users', 'meetings', 'annotations', 'poll_choices', 'mail_messages']),
  );
  expect(manifest.tables.find(({ name }) => name === '_private_jobs')?.rows).toBeGreaterThan(0);
  expect([manifest.gone, manifest.damaged]).toEqual([[], []]);
  for (const name of await readdir(folder, { recursive: true })) {
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
  }
});

describe('an installation restored from a backup', () => {
  let restored: TestContext;
  let appThere: FastifyInstance;
  let storage: TestContext['storage'];

  beforeAll(async () => {
    const database = await createTestDatabase('template0');
    const config = configOf(database, await backup.newFolder());
    await restoreBackup(config, backup.folder, silent);
    const opened = await openStorage(config.storage);
    storage = opened.storage;
    restored = await createTestContext({}, { database, ...opened });
    appThere = await createApp(restored);
  }, 60_000);
  afterAll(async () => {
    await appThere?.close();
    await restored?.stop();
  });

  test('has the same rows and files as the original', async () => {
    expect(await rowsOf(restored)).toEqual(contents);
    const keys = (await backup.context.storage.list('boards')).map(({ key }) => key);
    expect((await storage.list('boards')).map(({ key }) => key).sort()).toEqual([...keys].sort());
    for (const key of keys) {
      const [before, after] = [await backup.context.storage.open(key, null), await storage.open(key, null)];
      expect((await buffer(after)).equals(await buffer(before))).toBe(true);
    }
    expect(keys.length).toBeGreaterThan(5);
  });

  test('has the same row-level security, triggers, constraints and grants', async () => {
    const guards = (of: TestContext) =>
      asSuperuser(of, async (client) => {
        const asked = [
          `select oid::regclass::text as name, relrowsecurity, relforcerowsecurity, relacl::text, relowner::regrole::text from pg_class
           where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and relkind in ('r', 'S') order by 1`,
          `select tgrelid::regclass::text as name, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
          `select conrelid::regclass::text as name, conname, pg_get_constraintdef(oid) as what, convalidated from pg_constraint
           where connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) order by 1, 2`,
          `select tablename, policyname, roles::text, cmd, qual, with_check from pg_policies order by 1, 2`,
        ];
        const found: unknown[] = [];
        for (const sql of asked) found.push((await client.query(sql)).rows);
        return found;
      });
    expect(await guards(restored)).toEqual(await guards(backup.context));
  });

  test('lets users sign in, open a paper and publish a meeting', async () => {
    const member = await signIn(appThere, restored, world.home.member);
    const paper = await member.get(`/document/${world.home.document.id}`);
    expect(paper.bytes.equals(world.home.document.bytes)).toBe(true);
    const browser = jarClient(appThere);
    const email = world.home.member.email;
    expect((await browser.post('/login', { email, password })).status).toBe(200);
    const { userId, recoveryCode } = world.withTwoFactor;
    const { rows } = await asSuperuser(restored, (client) =>
      client.query<{ email: string }>('select email from users where id = $1', [userId]),
    );
    const other = jarClient(appThere);
    await other.post('/login', { email: rows[0]?.email, password });
    expect((await other.post('/two-factor-challenge', { recovery_code: recoveryCode })).status).toBe(200);
    const admin = await signIn(appThere, restored, world.home.admin);
    expect((await admin.post(`/ajax/meetings/${world.home.draft.id}/publish`, {})).status).toBe(200);
  });

  test('accepts magic links and calendar feeds created before the backup', async () => {
    const visitor = stranger(appThere, restored);
    expect((await visitor.get(`/ajax/magic/meetings/${world.home.memberUid}`)).status).toBe(200);
    expect((await visitor.get(`/feed/${world.home.feed}`)).status).toBe(200);
  });
});

test('restoring omits documents that were added or purged after the database dump', async () => {
  const { context, manifest } = backup;
  const board = await makeBoard(context);
  const meeting = await makeMeeting(context, { board });
  const purged = await makeDocument(context, { meeting });
  const lost = await makeDocument(context, { meeting });
  const keyOf = ({ versionId }: { readonly versionId: string }) => `boards/${board.id}/documents/${versionId}`;
  const parts = join(await backup.newFolder(), 'parts');
  for (const part of ['database', 'files']) await mkdir(join(parts, part), { recursive: true });
  const { named, ...dump } = await dumpDatabase(context.ownerUrl, join(parts, 'database'));
  // These changes happen after the rows are copied and before the files are copied.
  await inBoard(context, board.id, (tx) => tx.deleteFrom('documents').where('id', '=', purged.id).execute());
  for (const document of [purged, lost]) await context.storage.remove(keyOf(document));
  await makeDocument(context, { meeting, title: 'later' });
  const files = await copyFiles(context.storage, { ownerUrl: context.ownerUrl, folder: join(parts, 'files'), named });
  expect([files.gone, files.damaged]).toEqual([[keyOf(purged)], [keyOf(lost)]]);

  const database = await createTestDatabase('template0');
  try {
    await migrate(database);
    await asOwner(database, (client) => markUnfinished(client, 'a'.repeat(64)));
    const made = { ...manifest, ...dump, ...files };
    await loadDatabase(database.ownerUrl, join(parts, 'database'), made);
    const restored = await createTestContext({}, { database });
    const documents = await inBoard(restored, board.id, (tx) => tx.selectFrom('documents').select('id').execute());
    expect(documents).toEqual([{ id: lost.id }]);
    await restored.stop();
  } finally {
    await database.drop();
  }
});

test('a backup made while data is being written is a consistent snapshot', async () => {
  const { context, scratch } = backup;
  // A backup that is not a single snapshot could contain a document without its meeting, which would violate a foreign
  // key.
  const board = await makeBoard(context);
  let isWriting = true;
  const writing = (async () => {
    while (isWriting) await makeDocument(context, { meeting: await makeMeeting(context, { board }) });
  })();
  const during = join(scratch, 'during');
  const made = await makeBackup(configOf(context, context.config.dataDir), during, silent);
  isWriting = false;
  await writing;
  expect([made.gone, made.damaged.filter((key) => key.includes(board.id))]).toEqual([[], []]);
  const database = await createTestDatabase('template0');
  try {
    await restoreBackup(configOf(database, await backup.newFolder()), during, silent);
  } finally {
    await database.drop();
  }
});
