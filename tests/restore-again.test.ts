import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeBackup } from '#server/backup/make-backup.ts';
import type { Manifest } from '#server/backup/manifest.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { type Config, readConfig } from '#server/config.ts';
import { openStorage } from '#server/integrations/storage/open-storage.ts';
import { rotateRows } from '#server/rotation/rotate-rows.ts';
import { keyProof, readKeyProof } from '#server/secret-key.ts';
import { startServer } from '#server/start-server.ts';
import { asOwner } from './support/as-owner.ts';
import { asSuperuser, readContents } from './support/as-superuser.ts';
import { createTestContext, type TestContext, testSecretKey } from './support/context.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { makeWorld } from './support/world.ts';

vi.setConfig({ testTimeout: 60_000 });
type Step = 'keys' | 'file' | 'older migrations' | 'rows' | 'later migrations' | 'end';
/** Where the restore under way is broken off; null: nowhere. */
const breaking = vi.hoisted(() => ({ at: null as string | null }));
const broken = (at: Step) => {
  if (breaking.at === at) throw new Error(`broken off at ${at}`);
};
vi.mock('#server/backup/backup-keys.ts', async (original) => {
  const real = await original<typeof import('#server/backup/backup-keys.ts')>();
  return {
    ...real,
    writeKeys: async (...given: Parameters<typeof real.writeKeys>) => {
      broken('keys');
      return real.writeKeys(...given);
    },
  };
});
vi.mock('#server/db/migrate.ts', async (original) => {
  const real = await original<typeof import('#server/db/migrate.ts')>();
  const migrate: typeof real.migrate = async (given) => {
    broken(given.migrations ? 'older migrations' : 'later migrations');
    await real.migrate(given);
  };
  return { ...real, migrate };
});
vi.mock('#server/backup/database-copy.ts', async (original) => {
  const real = await original<typeof import('#server/backup/database-copy.ts')>();
  return {
    ...real,
    loadDatabase: async (...given: Parameters<typeof real.loadDatabase>) => {
      broken('rows');
      return real.loadDatabase(...given);
    },
  };
});
vi.mock('#server/secret-key.ts', async (original) => {
  const real = await original<typeof import('#server/secret-key.ts')>();
  return {
    ...real,
    setKeyProof: async (...given: Parameters<typeof real.setKeyProof>) => {
      broken('end');
      return real.setKeyProof(...given);
    },
  };
});

const log = pino({ level: 'silent' });
let context: TestContext;
let scratch: string;
let folder: string;
let manifest: Manifest;
let database: TestDatabase;
let config: Config;
const previous = 'the key before, which was in use for a year';
const configOf = (of: Pick<TestDatabase, 'ownerUrl' | 'servingUrl'>, dataDir: string, env = {}): Config =>
  readConfig(
    {
      ...env,
      DATA_DIR: dataDir,
      PORT: '0',
      WORKERS: '0',
      LOG_LEVEL: 'error',
      DATABASE_URL: of.servingUrl,
      DATABASE_OWNER_URL: of.ownerUrl,
    },
    'serve',
  );
const rowsOf = (of: Pick<TestContext, 'pool'>) =>
  asSuperuser(of, async (client) => (await readContents(client)).filter((line) => !/^\w+\.migrations:/.test(line)));

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'dais-restore-again-'));
  folder = join(scratch, 'backup');
  context = await createTestContext();
  await makeWorld(context);
  const keys = { SECRET_KEY: testSecretKey, SECRET_KEY_PREVIOUS: previous };
  manifest = await makeBackup(configOf(context, context.config.dataDir, keys), folder, log);
}, 120_000);
afterAll(async () => {
  await context?.stop();
  await rm(scratch, { recursive: true, force: true });
});
beforeEach(async () => {
  database = await createTestDatabase('template0');
  config = configOf(database, await mkdtemp(join(scratch, 'data-')));
});
afterEach(async () => {
  breaking.at = null;
  await database.drop();
});

/** What a kill in the middle of a file leaves in the folder. */
async function leaveHalfFile(): Promise<void> {
  const key = manifest.files[0]?.key ?? '';
  const { storage } = await openStorage(config.storage);
  await writeFile(join(scratch, 'half'), 'half');
  await storage.putFile(`${key}-0b0d6a9e-3a52-4a44-9c3c-0123456789ab`, join(scratch, 'half'));
}

async function isWhole(): Promise<void> {
  const restored = await createTestContext({}, { database: { ...database, drop: async () => undefined } });
  expect(await rowsOf(restored)).toEqual(await rowsOf(context));
  await restored.stop();
  const { storage } = await openStorage(config.storage);
  const stored = (await storage.list('boards')).map(({ key }) => key);
  expect(stored.toSorted()).toEqual(manifest.files.map(({ key }) => key).toSorted());
  const keys = join(config.dataDir, 'keys');
  expect((await readdir(keys)).toSorted()).toEqual(['secret-key', 'secret-key-previous']);
  expect(await readFile(join(keys, 'secret-key'), 'utf8')).toBe(testSecretKey);
  expect(await readFile(join(keys, 'secret-key-previous'), 'utf8')).toBe(previous);
  expect(await asOwner(database, readKeyProof)).toEqual(keyProof(testSecretKey));
}

test.each<Step>(['keys', 'file', 'older migrations', 'rows', 'later migrations', 'end'])(
  'broken off at %s, a restore goes on when it is run again, and nothing serves what is half there',
  async (at) => {
    breaking.at = at === 'file' ? 'older migrations' : at;
    await expect(restoreBackup(config, folder, log)).rejects.toThrow('broken off at');
    if (at === 'file') await leaveHalfFile();
    breaking.at = null;
    await expect(startServer(config)).rejects.toThrow('A restore onto this installation was broken off');
    const into = join(dirname(config.dataDir), `of-half-${at.replace(' ', '-')}`);
    const withKey = { ...config, secretKey: testSecretKey };
    await expect(makeBackup(withKey, into, log)).rejects.toThrow('was broken off');
    const keys = { key: 'x'.repeat(40), previous: testSecretKey };
    await expect(rotateRows(database.ownerUrl, keys)).rejects.toThrow('was broken off');
    await restoreBackup(config, folder, log);
    await isWhole();
    await expect(restoreBackup(config, folder, log)).rejects.toThrow('The database is not empty');
  },
);

test('a restore that was broken off goes on with its own backup alone', async () => {
  breaking.at = 'later migrations';
  await expect(restoreBackup(config, folder, log)).rejects.toThrow('broken off at');
  breaking.at = null;
  const other = join(scratch, 'other');
  await makeBackup(configOf(context, context.config.dataDir, { SECRET_KEY: testSecretKey }), other, log);
  await expect(restoreBackup(config, other, log)).rejects.toThrow('The restore of another backup');
});

test('a backup without its key is restored with the right key alone', async () => {
  const bare = join(scratch, 'bare');
  const settings = { SECRET_KEY: testSecretKey, SECRET_KEY_PREVIOUS: previous };
  const made = await makeBackup(configOf(context, context.config.dataDir, settings), bare, log, { withKey: false });
  expect([made.keys, await readdir(join(bare, 'keys'))]).toEqual([[], []]);
  await expect(restoreBackup(config, bare, log)).rejects.toThrow('holds no key: set SECRET_KEY');
  const wrong = { ...config, secretKey: 'x'.repeat(40) };
  await expect(restoreBackup(wrong, bare, log)).rejects.toThrow('SECRET_KEY is not the key of this backup');
  await restoreBackup({ ...config, secretKey: testSecretKey }, bare, log);
  expect(await asOwner(database, readKeyProof)).toEqual(keyProof(testSecretKey));
});

test('a server starts with the installation’s own key alone, and makes none for one that has a key', async () => {
  await restoreBackup(config, folder, log);
  await rm(join(config.dataDir, 'keys'), { recursive: true });
  await expect(startServer(config)).rejects.toThrow('There is no key');
  await expect(startServer({ ...config, secretKey: 'x'.repeat(40) })).rejects.toThrow(
    'is not the one of the installation',
  );
  const keys = { key: 'y'.repeat(40), previous: 'x'.repeat(40) };
  await expect(rotateRows(database.ownerUrl, keys)).rejects.toThrow('is not the one of the installation');
  const rotated = { key: 'y'.repeat(40), previous: testSecretKey };
  await rotateRows(database.ownerUrl, rotated);
  expect(await asOwner(database, readKeyProof)).toEqual(keyProof(rotated.key));
  const server = await startServer({ ...config, secretKey: rotated.key, host: '127.0.0.1' });
  await server.stop();
  await expect(startServer({ ...config, secretKey: testSecretKey })).rejects.toThrow('rotate-secret-key');
});
