import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeBackup } from '#server/backup/make-backup.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import type { Config } from '#server/config.ts';
import { openStorage } from '#server/integrations/storage/open-storage.ts';
import { rotateRows } from '#server/rotation/rotate-rows.ts';
import { keyProof, readKeyProof } from '#server/secret-key.ts';
import { startServer } from '#server/start-server.ts';
import { asOwner } from './support/as-owner.ts';
import { backedUp, configOf, rowsOf, silent } from './support/backup-settings.ts';
import { createTestContext, testSecretKey } from './support/context.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { makeWorld } from './support/world.ts';

vi.setConfig({ testTimeout: 60_000 });
const steps = ['keys', 'file', 'older migrations', 'rows', 'later migrations', 'end'] as const;
const breaking = vi.hoisted(() => ({
  at: null as string | null,
  before<Module extends object>(module: Module, stepOf: { [Name in keyof Module]?: (...given: never[]) => string }) {
    const breakable = Object.entries(stepOf).map(([name, step]) => {
      const real = module[name as keyof Module] as (...given: never[]) => unknown;
      const breaks = async (...given: never[]) => {
        const at = (step as (...given: never[]) => string)(...given);
        if (breaking.at === at) throw new Error(`broken off at ${at}`);
        return real(...given);
      };
      return [name, breaks] as const;
    });
    return { ...module, ...Object.fromEntries(breakable) };
  },
}));
vi.mock('#server/backup/backup-keys.ts', async (original) =>
  breaking.before(await original<typeof import('#server/backup/backup-keys.ts')>(), { writeKeys: () => 'keys' }),
);
vi.mock('#server/db/migrate.ts', async (original) =>
  breaking.before(await original<typeof import('#server/db/migrate.ts')>(), {
    migrate: ({ migrations }: { migrations?: unknown }) => (migrations ? 'older migrations' : 'later migrations'),
  }),
);
vi.mock('#server/backup/database-copy.ts', async (original) =>
  breaking.before(await original<typeof import('#server/backup/database-copy.ts')>(), { loadDatabase: () => 'rows' }),
);
vi.mock('#server/secret-key.ts', async (original) =>
  breaking.before(await original<typeof import('#server/secret-key.ts')>(), { setKeyProof: () => 'end' }),
);

let database: TestDatabase;
let config: Config;
const previous = 'the key before, which was in use for a year';
const withPrevious = { SECRET_KEY_PREVIOUS: previous };
const backup = backedUp(async (context) => {
  await makeWorld(context);
}, withPrevious);
const restore = () => restoreBackup(config, backup.folder, silent);

beforeEach(async () => {
  database = await createTestDatabase('template0');
  const serving = { PORT: '0', WORKERS: '0', LOG_LEVEL: 'error' };
  config = { ...configOf(database, await backup.newFolder(), serving), secretKey: null };
});
afterEach(async () => {
  breaking.at = null;
  await database.drop();
});

async function leaveHalfFile(): Promise<void> {
  const key = backup.manifest.files[0]?.key ?? '';
  const { storage } = await openStorage(config.storage);
  await writeFile(join(backup.scratch, 'half'), 'half');
  await storage.putFile(`${key}-0b0d6a9e-3a52-4a44-9c3c-0123456789ab`, join(backup.scratch, 'half'));
}

async function isWhole(): Promise<void> {
  const restored = await createTestContext({}, { database: { ...database, drop: async () => undefined } });
  expect(await rowsOf(restored)).toEqual(await rowsOf(backup.context));
  await restored.stop();
  const { storage } = await openStorage(config.storage);
  const stored = (await storage.list('boards')).map(({ key }) => key);
  expect(stored.toSorted()).toEqual(backup.manifest.files.map(({ key }) => key).toSorted());
  const keys = join(config.dataDir, 'keys');
  expect((await readdir(keys)).toSorted()).toEqual(['secret-key', 'secret-key-previous']);
  expect(await readFile(join(keys, 'secret-key'), 'utf8')).toBe(testSecretKey);
  expect(await readFile(join(keys, 'secret-key-previous'), 'utf8')).toBe(previous);
  expect(await asOwner(database, readKeyProof)).toEqual(keyProof(testSecretKey));
}

test.each(steps)(
  'a restore interrupted at %s can be completed by running it again, and the server cannot start until then',
  async (at) => {
    breaking.at = at === 'file' ? 'older migrations' : at;
    await expect(restore()).rejects.toThrow('broken off at');
    if (at === 'file') await leaveHalfFile();
    breaking.at = null;
    await expect(startServer(config)).rejects.toThrow('A restore onto this installation was interrupted');
    const into = join(dirname(config.dataDir), `of-half-${at.replace(' ', '-')}`);
    const withKey = { ...config, secretKey: testSecretKey };
    await expect(makeBackup(withKey, into, silent)).rejects.toThrow('was interrupted');
    const keys = { key: 'x'.repeat(40), previous: testSecretKey };
    await expect(rotateRows(database.ownerUrl, keys)).rejects.toThrow('was interrupted');
    await restore();
    await isWhole();
    await expect(restore()).rejects.toThrow('The database is not empty');
  },
);

test('an interrupted restore can be continued only with the same backup', async () => {
  breaking.at = 'later migrations';
  await expect(restore()).rejects.toThrow('broken off at');
  breaking.at = null;
  const other = join(backup.scratch, 'other');
  await makeBackup(configOf(backup.context, backup.context.config.dataDir), other, silent);
  await expect(restoreBackup(config, other, silent)).rejects.toThrow('The restore of another backup');
});

test('a backup that does not include the key can be restored only with the right key', async () => {
  const bare = join(backup.scratch, 'bare');
  const settings = configOf(backup.context, backup.context.config.dataDir, withPrevious);
  const made = await makeBackup(settings, bare, silent, { withKey: false });
  expect([made.keys, await readdir(join(bare, 'keys'))]).toEqual([[], []]);
  await expect(restoreBackup(config, bare, silent)).rejects.toThrow('contains no key. Set SECRET_KEY');
  const wrong = { ...config, secretKey: 'x'.repeat(40) };
  await expect(restoreBackup(wrong, bare, silent)).rejects.toThrow('SECRET_KEY is not the key of this backup');
  await restoreBackup({ ...config, secretKey: testSecretKey }, bare, silent);
  expect(await asOwner(database, readKeyProof)).toEqual(keyProof(testSecretKey));
});

test('a server starts only with the installation’s own key, and creates no new key', async () => {
  await restore();
  await rm(join(config.dataDir, 'keys'), { recursive: true });
  await expect(startServer(config)).rejects.toThrow('There is no key');
  await expect(startServer({ ...config, secretKey: 'x'.repeat(40) })).rejects.toThrow(
    'is not the key of the installation',
  );
  const keys = { key: 'y'.repeat(40), previous: 'x'.repeat(40) };
  await expect(rotateRows(database.ownerUrl, keys)).rejects.toThrow('is not the key of the installation');
  const rotated = { key: 'y'.repeat(40), previous: testSecretKey };
  await rotateRows(database.ownerUrl, rotated);
  expect(await asOwner(database, readKeyProof)).toEqual(keyProof(rotated.key));
  const server = await startServer({ ...config, secretKey: rotated.key, host: '127.0.0.1' });
  await server.stop();
  await expect(startServer({ ...config, secretKey: testSecretKey })).rejects.toThrow('rotate-secret-key');
});
