import { appendFile, cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
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
import { backedUp, configOf, silent } from './support/backup-settings.ts';
import { testSecretKey } from './support/context.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';
import { makeBoard, makeDocument, makeMeeting } from './support/factories.ts';

vi.setConfig({ testTimeout: 60_000 });
const backup = backedUp(async (context) => {
  const board = await makeBoard(context);
  await makeDocument(context, { meeting: await makeMeeting(context, { board }) });
});
let database: TestDatabase;
let broken: string;
beforeAll(async () => {
  database = await createTestDatabase('template0');
});
afterAll(() => database?.drop());

const paper = () => join(broken, 'files', backup.manifest.files[0]?.key ?? '');
async function rewrite(change: (given: Manifest) => object): Promise<void> {
  const text = JSON.stringify(change(backup.manifest));
  await writeFile(join(broken, 'manifest.json'), text);
  await writeFile(join(broken, 'manifest.sha256'), digestOfText(text));
}

async function flipByte(): Promise<void> {
  const path = join(broken, 'database/public.users.copy.gz');
  const bytes = await readFile(path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(path, bytes);
}
const sha256 = 'a'.repeat(64);
const later = ({ migrations, ...given }: Manifest) => ({
  ...given,
  migrations: [...migrations, { name: '9999-later.sql', sha256 }],
});
const elsewhere = { files: [{ key: '../../elsewhere', bytes: 1, sha256 }] };

test.each<readonly [what: string, change: () => Promise<void>, sentence: RegExp]>([
  ['was interrupted', () => rm(join(broken, 'manifest.sha256')), /no complete backup .+ interrupted/],
  ['is missing a paper', () => rm(paper()), /broken: .+ is missing/],
  ['has a longer paper', () => appendFile(paper(), 'x'), /broken: .+ was changed/],
  ['has an altered table', flipByte, /broken: .+users.+ was changed/],
  ['has an altered manifest', () => appendFile(join(broken, 'manifest.json'), ' '), /manifest was changed/],
  ['has a newer format', () => rewrite((given) => ({ ...given, format: 99 })), /newer version of Dais/],
  ['is from a newer version', () => rewrite(later), /another version of Dais: it has 9999-later\.sql/],
  ['has a paper outside its folder', () => rewrite((given) => ({ ...given, ...elsewhere })), /manifest is invalid/],
])('a backup that %s is not restored, and nothing is written', async (_what, change, sentence) => {
  broken = join(await backup.newFolder(), 'backup');
  await cp(backup.folder, broken, { recursive: true });
  await change();
  const config = configOf(database, await backup.newFolder());
  await expect(restoreBackup(config, broken, silent)).rejects.toThrow(sentence);
  const { rows } = await asOwner(database, (client) => client.query("select to_regclass('public.users') as users"));
  expect(rows).toEqual([{ users: null }]);
});

test('a backup cannot be restored to a non-empty database or storage, or with another key', async () => {
  const { context, folder, newFolder, scratch } = backup;
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

test('making a backup requires the installation’s key', async () => {
  const { newFolder } = backup;
  const sealed = await createTestDatabase();
  await asOwner(sealed, (client) => setKeyProof(client, testSecretKey));
  const keyless = { ...configOf(sealed, await newFolder()), secretKey: null };
  const into = join(await newFolder(), 'none');
  await expect(makeBackup(keyless, into, silent)).rejects.toThrow('There is no key');
  await expect(stat(into)).rejects.toThrow('ENOENT');
  expect(await readdir(keyless.dataDir)).toEqual([]);
  const other = { ...keyless, secretKey: 'x'.repeat(40) };
  await expect(makeBackup(other, into, silent)).rejects.toThrow('is not the key of the installation');
  await expect(checkBackup(into)).rejects.toThrow('no complete backup');
  await sealed.drop();
});

test('databases of newer versions and empty databases cannot be backed up', async () => {
  const { newFolder, scratch } = backup;
  const newer = await createTestDatabase();
  await asOwner(newer, (client) =>
    client.query("insert into migrations (name, sha256) values ('9999-later.sql', 'later')"),
  );
  await expect(migrate(newer)).rejects.toThrow('newer version of Dais (9999-later.sql)');
  const into = join(scratch, 'newer');
  await expect(makeBackup(configOf(newer, await newFolder()), into, silent)).rejects.toThrow('another version of Dais');
  await newer.drop();
  await expect(makeBackup(configOf(database, await newFolder()), join(scratch, 'none'), silent)).rejects.toThrow(
    'nothing to back up',
  );
});
