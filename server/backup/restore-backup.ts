import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import type { DocumentStorage } from '../integrations/storage/document-storage.ts';
import { openStorage } from '../integrations/storage/open-storage.ts';
import { checkBackup } from './check-backup.ts';
import { loadDatabase } from './load-database.ts';
import { folderOf, type Manifest, readIfThere } from './manifest.ts';
import { holdDatabase } from './reach-database.ts';

/**
 * Makes an empty installation what a backup holds: every byte is checked first, then files are stored, then the rows loaded in
 * one transaction, then the key laid down. One that was broken off can be begun again. Servers of the installation must not run.
 */
export async function restoreBackup(config: Config, from: string, log: Logger): Promise<Manifest> {
  const folder = resolve(from);
  const manifest = await checkBackup(folder);
  const secretKey = await readIfThere(join(folderOf.keys(folder), 'secret-key'));
  if (secretKey === null) throw new Error(`The backup in ${folder} is broken: its key is missing.`);
  await refuseOtherKey(config, secretKey);
  const { storage } = await openStorage(config.storage);
  await refuseOtherFiles(storage, manifest);
  await holdDatabase(config, log, async (urls) => {
    await refuseUsedDatabase(urls.ownerUrl);
    for (const { key } of manifest.files) await storage.putFile(key, join(folderOf.files(folder), key));
    await migrate({ ...urls, only: new Set(manifest.migrations.map(({ name }) => name)) });
    await loadDatabase(urls.ownerUrl, folderOf.database(folder), manifest);
    // A backup of an older version, up to this one.
    await migrate(urls);
  });
  if (config.secretKey === null) await layKey(config.dataDir, secretKey);
  return manifest;
}

const keyFolder = (dataDir: string): string => join(dataDir, 'keys');

async function refuseOtherKey({ secretKey, dataDir }: Config, ofBackup: string): Promise<void> {
  if (secretKey !== null) {
    if (secretKey !== ofBackup)
      throw new Error('SECRET_KEY is not the key of this backup: set the one that it was made with, or none.');
    return;
  }
  const there = await readIfThere(join(keyFolder(dataDir), 'secret-key'));
  if (there !== null && there !== ofBackup) {
    throw new Error(`The data folder ${dataDir} holds the key of another installation: restore into an empty one.`);
  }
}

/** Files of this backup may be there: an earlier restore was broken off. */
async function refuseOtherFiles(storage: DocumentStorage, manifest: Manifest): Promise<void> {
  const ours = new Set(manifest.files.map(({ key }) => key));
  for (const folder of ['boards', 'pictures', 'logos']) {
    const other = (await storage.list(folder)).find(({ key }) => !ours.has(key));
    if (other) throw new Error(`STORAGE_URL is not empty: it holds ${other.key}. Restore onto an empty installation.`);
  }
}

async function refuseUsedDatabase(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'dais-restore' });
  await client.connect();
  try {
    const known = await client.query<{ there: boolean }>("select to_regclass('public.users') is not null as there");
    if (!known.rows[0]?.there) return;
    await client.query("begin; set local lock_timeout = '5s'");
    // The owner sees through its own policies for as long as this transaction lasts.
    await client.query('alter table users no force row level security; alter table boards no force row level security');
    const used = await client.query('select from users union all select from boards limit 1');
    await client.query('rollback');
    if (used.rowCount) throw new Error('The database is not empty. Restore onto an empty installation.');
  } finally {
    await client.end();
  }
}

async function layKey(dataDir: string, secretKey: string): Promise<void> {
  await mkdir(keyFolder(dataDir), { recursive: true, mode: 0o700 });
  const path = join(keyFolder(dataDir), 'secret-key');
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, secretKey, { mode: 0o600, flush: true });
  try {
    await link(draft, path);
  } catch (error) {
    // From the restore that was broken off; it was compared before.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
