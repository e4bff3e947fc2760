import { join, resolve } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { earlierChain, isOfBaseline } from '#server/db/earlier-chain.ts';
import { type Migration, migrate, migrations } from '#server/db/migrate.ts';
import { type DocumentStorage, finishedName } from '#server/integrations/storage/document-storage.ts';
import { openStorage } from '#server/integrations/storage/open-storage.ts';
import { setKeyProof } from '#server/key-proof.ts';
import { checkBackup } from './check-backup.ts';
import { digestOfText } from './digest.ts';
import { keysOfBackup, layKeys } from './keys-of-backup.ts';
import { loadDatabase } from './load-database.ts';
import { folderOf, type Manifest, manifestName, readIfThere } from './manifest.ts';
import { holdDatabase } from './reach-database.ts';
import { markFinished, markUnfinished, readUnfinishedRestore } from './unfinished-restore.ts';

/**
 * Makes an empty installation what a backup holds: every byte is checked first, then the database is marked, so that no server starts
 * on what is half there; then the key is laid down, files are stored, rows loaded in one transaction and brought up to this version.
 * One that was broken off, at any place, goes on when it is run again. Servers of the installation must not run.
 */
export async function restoreBackup(config: Config, from: string, log: Logger): Promise<Manifest> {
  const folder = resolve(from);
  const manifest = await checkBackup(folder);
  const keys = await keysOfBackup(config, folder, manifest);
  const { storage } = await openStorage(config.storage);
  const unfinished = await refuseOtherFiles(storage, manifest);
  const digest = digestOfText((await readIfThere(join(folder, manifestName))) ?? '');
  await holdDatabase(config, log, async (urls) => {
    const { isLoaded } = await asOwner(urls.ownerUrl, (client) => beginRestore(client, digest));
    await layKeys(config, keys);
    for (const key of unfinished) await storage.remove(key);
    for (const { key } of manifest.files) await storage.putFile(key, join(folderOf.files(folder), key));
    if (!isLoaded) {
      await migrate({ ...urls, log, migrations: await migrationsOf(manifest) });
      await loadDatabase(urls.ownerUrl, folderOf.database(folder), manifest);
    }
    // A backup of an older version, up to this one.
    await migrate({ ...urls, log });
    await asOwner(urls.ownerUrl, (client) => endRestore(client, keys.present));
  });
  return manifest;
}

/** What makes the tables that a backup's rows come from. */
async function migrationsOf(manifest: Manifest): Promise<readonly Migration[]> {
  const known = await migrations();
  if (earlierChain(manifest.migrations) === 'whole') return known.filter(isOfBaseline);
  return known.filter(({ name }) => manifest.migrations.some((each) => each.name === name));
}

async function asOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'dais-restore' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Files of this backup may be there, whole or not: an earlier restore was broken off. @returns those that are not whole */
async function refuseOtherFiles(storage: DocumentStorage, manifest: Manifest): Promise<readonly string[]> {
  const ours = new Set(manifest.files.map(({ key }) => key));
  const unfinished: string[] = [];
  for (const folder of ['boards', 'pictures', 'logos']) {
    for (const { key } of await storage.list(folder)) {
      if (ours.has(key)) continue;
      if (!ours.has(finishedName(key)))
        throw new Error(`STORAGE_URL is not empty: it holds ${key}. Restore onto an empty installation.`);
      unfinished.push(key);
    }
  }
  return unfinished;
}

async function beginRestore(client: pg.Client, manifest: string): Promise<{ readonly isLoaded: boolean }> {
  const begun = await readUnfinishedRestore(client);
  if (begun !== null && begun.manifest !== manifest) {
    throw new Error(
      'The restore of another backup onto this database was broken off. Go on with that one, or begin with an empty database.',
    );
  }
  if (begun !== null) return begun;
  await refuseUsedDatabase(client);
  await markUnfinished(client, manifest);
  return { isLoaded: false };
}

async function endRestore(client: pg.Client, secretKey: string): Promise<void> {
  await client.query('begin');
  await setKeyProof(client, secretKey);
  await markFinished(client);
  await client.query('commit');
}

async function refuseUsedDatabase(client: pg.Client): Promise<void> {
  const known = await client.query<{ there: boolean }>("select to_regclass('public.users') is not null as there");
  if (!known.rows[0]?.there) return;
  await client.query("begin; set local lock_timeout = '5s'");
  // The owner sees through its own policies for as long as this transaction lasts.
  await client.query('alter table users no force row level security; alter table boards no force row level security');
  const used = await client.query('select from users union all select from boards limit 1');
  await client.query('rollback');
  if (used.rowCount) throw new Error('The database is not empty. Restore onto an empty installation.');
}
