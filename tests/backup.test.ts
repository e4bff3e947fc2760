import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../server/app.ts';
import { checkBackup } from '../server/backup/check-backup.ts';
import { copyFiles } from '../server/backup/copy-files.ts';
import { digestOfText } from '../server/backup/digest.ts';
import { dumpDatabase } from '../server/backup/dump-database.ts';
import { loadDatabase } from '../server/backup/load-database.ts';
import { makeBackup } from '../server/backup/make-backup.ts';
import type { Manifest } from '../server/backup/manifest.ts';
import { restoreBackup } from '../server/backup/restore-backup.ts';
import { markUnfinished } from '../server/backup/unfinished-restore.ts';
import { type Config, readConfig } from '../server/config.ts';
import { migrate } from '../server/db/migrate.ts';
import { openStorage } from '../server/integrations/storage/open-storage.ts';
import { setKeyProof } from '../server/key-proof.ts';
import { asOwner } from './support/as-owner.ts';
import { asSuperuser, readContents } from './support/as-superuser.ts';
import { signIn, stranger } from './support/client.ts';
import { createTestContext, type TestContext, testSecretKey } from './support/context.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { inBoard, makeBoard, makeDocument, makeMeeting } from './support/factories.ts';
import { jarClient } from './support/jar-client.ts';
import { makeTenantRows } from './support/matrix/tenant-rows.ts';
import { makeWorld, password, type World } from './support/matrix/world.ts';

vi.setConfig({ testTimeout: 60_000 });
const log = pino({ level: 'silent' });
const settings = { SECRET_KEY: testSecretKey };
let context: TestContext;
let app: FastifyInstance;
let world: World;
let scratch: string;
let folder: string;
let manifest: Manifest;
/** What the database held when the backup was made, and the files. */
let contents: readonly string[];

const configOf = (database: Pick<TestDatabase, 'ownerUrl' | 'servingUrl'>, dataDir: string): Config =>
  readConfig(
    { ...settings, DATA_DIR: dataDir, DATABASE_URL: database.servingUrl, DATABASE_OWNER_URL: database.ownerUrl },
    'serve',
  );
/** But for when which migration was applied. */
const rowsOf = async (of: TestContext) =>
  (await asSuperuser(of, readContents)).filter((line) => !/^\w+\.migrations:/.test(line));
const newFolder = () => mkdtemp(join(scratch, 'x-'));

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'dais-backup-'));
  folder = join(scratch, 'backup');
  context = await createTestContext();
  app = await createApp(context);
  world = await makeWorld(context);
  for (const board of [world.home, world.elsewhere, world.suspended]) await makeTenantRows(context, board);
  contents = await rowsOf(context);
  manifest = await makeBackup(configOf(context, context.config.dataDir), folder, log);
}, 120_000);
afterAll(async () => {
  await app?.close();
  await context?.stop();
  await rm(scratch, { recursive: true, force: true });
});

test('a backup holds every table that a board can have rows in, and nobody else can read it', async () => {
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

describe('on an empty machine', () => {
  let restored: TestContext;
  let appThere: FastifyInstance;
  let storage: TestContext['storage'];

  beforeAll(async () => {
    const database = await createTestDatabase('template0');
    const dataDir = await newFolder();
    const config = configOf(database, dataDir);
    await restoreBackup(config, folder, log);
    const opened = await openStorage(config.storage);
    storage = opened.storage;
    restored = await createTestContext({}, { database, ...opened });
    appThere = await createApp(restored);
  }, 60_000);
  afterAll(async () => {
    await appThere?.close();
    await restored?.stop();
  });

  test('every row of every table is what it was, and every file, byte for byte', async () => {
    expect(await rowsOf(restored)).toEqual(contents);
    const keys = (await context.storage.list('boards')).map(({ key }) => key);
    expect((await storage.list('boards')).map(({ key }) => key).sort()).toEqual([...keys].sort());
    for (const key of keys) {
      const [before, after] = [await context.storage.open(key, null), await storage.open(key, null)];
      expect((await buffer(after)).equals(await buffer(before))).toBe(true);
    }
    expect(keys.length).toBeGreaterThan(5);
  });

  test('tables are guarded as before: policies, forced row security, triggers, foreign keys, grants', async () => {
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
    expect(await guards(restored)).toEqual(await guards(context));
  });

  test('people sign in with their password and their second factor, open a paper, and go on', async () => {
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
    // Ids that sequences give go on behind those that were restored: a job is added.
    const admin = await signIn(appThere, restored, world.home.admin);
    expect((await admin.post(`/ajax/meetings/${world.home.draft.id}/publish`, {})).status).toBe(200);
  });

  test('magic links, calendar feeds and sessions of before are good', async () => {
    const visitor = stranger(appThere, restored);
    expect((await visitor.get(`/ajax/magic/meetings/${world.home.memberUid}`)).status).toBe(200);
    expect((await visitor.get(`/feed/${world.home.feed}`)).status).toBe(200);
  });
});

test('what is written and purged while a backup is made is in it whole or not at all', async () => {
  const board = await makeBoard(context);
  const meeting = await makeMeeting(context, { board });
  const purged = await makeDocument(context, { meeting });
  const lost = await makeDocument(context, { meeting });
  const keyOf = ({ versionId }: { readonly versionId: string }) => `boards/${board.id}/documents/${versionId}`;
  const parts = join(await newFolder(), 'parts');
  for (const part of ['database', 'files']) await mkdir(join(parts, part), { recursive: true });
  const { named, ...dump } = await dumpDatabase(context.ownerUrl, join(parts, 'database'));
  // Between the rows and their files: one document is purged, the file of another is lost, and a third is added.
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

test('rows are those of one moment, however much is written meanwhile', async () => {
  // Each meeting comes with its own agenda item in one transaction: a backup that saw one alone would break the foreign key.
  const board = await makeBoard(context);
  let isWriting = true;
  const writing = (async () => {
    while (isWriting) await makeDocument(context, { meeting: await makeMeeting(context, { board }) });
  })();
  const during = join(scratch, 'during');
  const made = await makeBackup(configOf(context, context.config.dataDir), during, log);
  isWriting = false;
  await writing;
  expect([made.gone, made.damaged.filter((key) => key.includes(board.id))]).toEqual([[], []]);
  const database = await createTestDatabase('template0');
  try {
    await restoreBackup(configOf(database, await newFolder()), during, log);
  } finally {
    await database.drop();
  }
});

describe('what is refused', () => {
  let database: TestDatabase;
  let broken: string;

  beforeAll(async () => {
    database = await createTestDatabase('template0');
  });
  afterAll(() => database.drop());

  /** A copy of the backup, changed. */
  async function changed(change: () => Promise<void>): Promise<() => Promise<unknown>> {
    broken = join(await newFolder(), 'backup');
    await cp(folder, broken, { recursive: true });
    await change();
    const dataDir = await newFolder();
    return async () => {
      await restoreBackup(configOf(database, dataDir), broken, log);
    };
  }
  const paper = () => join(broken, 'files', manifest.files[0]?.key ?? '');
  async function rewrite(change: (given: Manifest) => object): Promise<void> {
    const text = JSON.stringify(change(manifest));
    await writeFile(join(broken, 'manifest.json'), text);
    await writeFile(join(broken, 'manifest.sha256'), digestOfText(text));
  }

  test.each<readonly [what: string, change: () => Promise<void>, sentence: RegExp]>([
    ['one that was broken off', () => rm(join(broken, 'manifest.sha256')), /no whole backup .+ broken off/],
    ['one without a paper', () => rm(paper()), /broken: .+ is missing/],
    ['one with a longer paper', () => appendFile(paper(), 'x'), /broken: .+ was altered/],
    [
      'one with an altered table',
      async () => {
        const path = join(broken, 'database/public.users.copy.gz');
        const bytes = await readFile(path);
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
        await writeFile(path, bytes);
      },
      /broken: .+users.+ was altered/,
    ],
    ['one with an altered manifest', () => appendFile(join(broken, 'manifest.json'), ' '), /manifest was altered/],
    ['one of a newer format', () => rewrite((given) => ({ ...given, format: 99 })), /newer version of Dais/],
    [
      'one of a newer version',
      () =>
        rewrite((given) => ({
          ...given,
          migrations: [...given.migrations, { name: '9999-later.sql', sha256: 'a'.repeat(64) }],
        })),
      /another version of Dais: it has 9999-later\.sql/,
    ],
    [
      'one whose paper leads elsewhere',
      () =>
        rewrite((given) => ({
          ...given,
          files: [{ key: '../../elsewhere', bytes: 1, sha256: 'a'.repeat(64) }],
        })),
      /manifest is not right/,
    ],
  ])('%s, before anything is written', async (_what, change, sentence) => {
    const restoring = await changed(change);
    await expect(restoring()).rejects.toThrow(sentence);
    const { rows } = await asOwner(database, (client) => client.query("select to_regclass('public.users') as users"));
    expect(rows).toEqual([{ users: null }]);
  });

  test('an installation that is in use, by its rows, its files or its key', async () => {
    await expect(restoreBackup(configOf(context, await newFolder()), folder, log)).rejects.toThrow(
      'The database is not empty',
    );
    const dataDir = await newFolder();
    const { storage } = await openStorage(configOf(database, dataDir).storage);
    await writeFile(join(scratch, 'other'), 'other');
    await storage.putFile('boards/other/documents/other', join(scratch, 'other'));
    await expect(restoreBackup(configOf(database, dataDir), folder, log)).rejects.toThrow('STORAGE_URL is not empty');
    const other = { ...configOf(database, await newFolder()), secretKey: 'x'.repeat(40) };
    await expect(restoreBackup(other, folder, log)).rejects.toThrow('SECRET_KEY is not the key of this backup');
    await expect(makeBackup(configOf(context, context.config.dataDir), folder, log)).rejects.toThrow('is not empty');
  });

  test('without the key of the installation, or with another one, there is no backup', async () => {
    const sealed = await createTestDatabase();
    await asOwner(sealed, (client) => setKeyProof(client, testSecretKey));
    const elsewhere = { ...configOf(sealed, await newFolder()), secretKey: null };
    const into = join(await newFolder(), 'none');
    await expect(makeBackup(elsewhere, into, log)).rejects.toThrow('There is no key');
    await expect(stat(into)).rejects.toThrow('ENOENT');
    expect(await readdir(elsewhere.dataDir)).toEqual([]);
    const other = { ...elsewhere, secretKey: 'x'.repeat(40) };
    await expect(makeBackup(other, into, log)).rejects.toThrow('is not the one of the installation');
    await expect(checkBackup(into)).rejects.toThrow('no whole backup');
    await sealed.drop();
  });

  test('a database of a newer version is neither served nor backed up, and an empty one not backed up', async () => {
    const newer = await createTestDatabase();
    const later = "insert into migrations (name, sha256) values ('9999-later.sql', 'later')";
    await asOwner(newer, (client) => client.query(later));
    await expect(migrate(newer)).rejects.toThrow('newer version of Dais (9999-later.sql)');
    const into = join(scratch, 'newer');
    await expect(makeBackup(configOf(newer, await newFolder()), into, log)).rejects.toThrow('another version of Dais');
    await newer.drop();
    await expect(makeBackup(configOf(database, await newFolder()), join(scratch, 'none'), log)).rejects.toThrow(
      'nothing to back up',
    );
  });
});
