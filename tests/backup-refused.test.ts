import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeBackup } from '#server/backup/make-backup.ts';
import type { Manifest } from '#server/backup/manifest.ts';
import { digestOfText } from '#server/backup/manifest.ts';
import { checkBackup, restoreBackup } from '#server/backup/restore-backup.ts';
import { migrate } from '#server/db/migrate.ts';
import { openStorage } from '#server/integrations/storage/open-storage.ts';
import { setKeyProof } from '#server/secret-key.ts';
import { asOwner } from './support/as-owner.ts';
import { configOf, silent } from './support/backup-settings.ts';
import { createTestContext, type TestContext, testSecretKey } from './support/context.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { makeBoard, makeDocument, makeMeeting } from './support/factories.ts';

// What a restore and a backup refuse, with a sentence, before anything is written.
vi.setConfig({ testTimeout: 60_000 });
let context: TestContext;
let scratch: string;
let folder: string;
let manifest: Manifest;
/** Empty: what is restored would go there. */
let database: TestDatabase;
let broken: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'dais-backup-refused-'));
  folder = join(scratch, 'backup');
  context = await createTestContext();
  const board = await makeBoard(context);
  await makeDocument(context, { meeting: await makeMeeting(context, { board }) });
  manifest = await makeBackup(configOf(context, context.config.dataDir), folder, silent);
  database = await createTestDatabase('template0');
}, 60_000);
afterAll(async () => {
  await database?.drop();
  await context?.stop();
  await rm(scratch, { recursive: true, force: true });
});

const newFolder = () => mkdtemp(join(scratch, 'x-'));

/** A copy of the backup, changed. */
async function changed(change: () => Promise<void>): Promise<() => Promise<unknown>> {
  broken = join(await newFolder(), 'backup');
  await cp(folder, broken, { recursive: true });
  await change();
  const dataDir = await newFolder();
  return async () => {
    await restoreBackup(configOf(database, dataDir), broken, silent);
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
])('refused is %s, before anything is written', async (_what, change, sentence) => {
  const restoring = await changed(change);
  await expect(restoring()).rejects.toThrow(sentence);
  const { rows } = await asOwner(database, (client) => client.query("select to_regclass('public.users') as users"));
  expect(rows).toEqual([{ users: null }]);
});

test('refused is an installation that is in use, by its rows, its files or its key', async () => {
  await expect(restoreBackup(configOf(context, await newFolder()), folder, silent)).rejects.toThrow(
    'The database is not empty',
  );
  const dataDir = await newFolder();
  const { storage } = await openStorage(configOf(database, dataDir).storage);
  await writeFile(join(scratch, 'other'), 'other');
  await storage.putFile('boards/other/documents/other', join(scratch, 'other'));
  await expect(restoreBackup(configOf(database, dataDir), folder, silent)).rejects.toThrow('STORAGE_URL is not empty');
  const other = { ...configOf(database, await newFolder()), secretKey: 'x'.repeat(40) };
  await expect(restoreBackup(other, folder, silent)).rejects.toThrow('SECRET_KEY is not the key of this backup');
  await expect(makeBackup(configOf(context, context.config.dataDir), folder, silent)).rejects.toThrow('is not empty');
});

test('without the key of the installation, or with another one, there is no backup', async () => {
  const sealed = await createTestDatabase();
  await asOwner(sealed, (client) => setKeyProof(client, testSecretKey));
  const elsewhere = { ...configOf(sealed, await newFolder()), secretKey: null };
  const into = join(await newFolder(), 'none');
  await expect(makeBackup(elsewhere, into, silent)).rejects.toThrow('There is no key');
  await expect(stat(into)).rejects.toThrow('ENOENT');
  expect(await readdir(elsewhere.dataDir)).toEqual([]);
  const other = { ...elsewhere, secretKey: 'x'.repeat(40) };
  await expect(makeBackup(other, into, silent)).rejects.toThrow('is not the one of the installation');
  await expect(checkBackup(into)).rejects.toThrow('no whole backup');
  await sealed.drop();
});

test('a database of a newer version is neither served nor backed up, and an empty one not backed up', async () => {
  const newer = await createTestDatabase();
  const later = "insert into migrations (name, sha256) values ('9999-later.sql', 'later')";
  await asOwner(newer, (client) => client.query(later));
  await expect(migrate(newer)).rejects.toThrow('newer version of Dais (9999-later.sql)');
  const into = join(scratch, 'newer');
  await expect(makeBackup(configOf(newer, await newFolder()), into, silent)).rejects.toThrow('another version of Dais');
  await newer.drop();
  await expect(makeBackup(configOf(database, await newFolder()), join(scratch, 'none'), silent)).rejects.toThrow(
    'nothing to back up',
  );
});
