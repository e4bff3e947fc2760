import { join, resolve } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { type Migration, migrate, migrations } from '#server/db/migrate.ts';
import { withClient } from '#server/db/with-client.ts';
import { nullIfMissing, readTextIfPresent } from '#server/file-system.ts';
import { type DocumentStorage, finishedName } from '#server/integrations/storage/document-storage.ts';
import { openStorage } from '#server/integrations/storage/open-storage.ts';
import { setKeyProof } from '#server/secret-key.ts';
import { keysOfBackup, writeKeys } from './backup-keys.ts';
import { loadDatabase } from './database-copy.ts';
import {
  digestOfFile,
  digestOfText,
  folderOf,
  type Manifest,
  manifestDigestName,
  manifestName,
  parseManifest,
} from './manifest.ts';
import { holdDatabase } from './reach-database.ts';
import { markFinished, markUnfinished, readUnfinishedRestore } from './unfinished-restore.ts';

/** Throws an error with a one-sentence message if the backup is damaged, incomplete or from a newer version. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const text = await readTextIfPresent(join(folder, manifestName));
  const digest = await readTextIfPresent(join(folder, manifestDigestName));
  if (text === null || digest === null) {
    throw new Error(
      `There is no complete backup in ${folder}: its manifest is missing, or the backup was interrupted.`,
    );
  }
  const manifest = await parseManifest(folder, text);
  if (digest.trim() !== digestOfText(text))
    throw new Error(`The backup in ${folder} is broken: its manifest was changed.`);
  await refuseOtherVersion(folder, manifest);
  for (const table of manifest.tables) await checkFile(folder, join(folderOf.database(folder), table.file), table);
  for (const file of manifest.files) await checkFile(folder, join(folderOf.files(folder), file.key), file);
  for (const key of manifest.keys) await checkFile(folder, join(folderOf.keys(folder), key.name), key);
  return manifest;
}

/** A backup of an older version is accepted, because its rows can be migrated. */
async function refuseOtherVersion(folder: string, manifest: Manifest): Promise<void> {
  const known = new Map((await migrations()).map(({ name, sha256 }) => [name, sha256]));
  const other = manifest.migrations.find(({ name, sha256 }) => known.get(name) !== sha256);
  if (other === undefined) return;
  const why = known.has(other.name)
    ? `another version of ${other.name}`
    : `${other.name}, which this version does not have`;
  throw new Error(
    `The backup in ${folder} was made by another version of Dais: it has ${why}. Restore it with that version.`,
  );
}

async function checkFile(
  folder: string,
  path: string,
  wanted: { readonly bytes: number; readonly sha256: string },
): Promise<void> {
  const found = await digestOfFile(path).catch(nullIfMissing);
  if (found === null) throw new Error(`The backup in ${folder} is broken: ${path} is missing.`);
  if (found.bytes !== wanted.bytes || found.sha256 !== wanted.sha256) {
    throw new Error(`The backup in ${folder} is broken: ${path} was changed.`);
  }
}

/** First marks the database as unfinished, so that no server starts on it. */
export async function restoreBackup(config: Config, from: string, log: Logger): Promise<Manifest> {
  const folder = resolve(from);
  const manifest = await checkBackup(folder);
  const keys = await keysOfBackup(config, folder, manifest);
  const { storage } = await openStorage(config.storage);
  const unfinished = await refuseOtherFiles(storage, manifest);
  const digest = digestOfText((await readTextIfPresent(join(folder, manifestName))) ?? '');
  await holdDatabase(config, log, async (urls) => {
    const { isLoaded } = await withClient(urls.ownerUrl, 'dais-restore', (client) => beginRestore(client, digest));
    await writeKeys(config, keys);
    for (const key of unfinished) await storage.remove(key);
    for (const { key } of manifest.files) await storage.putFile(key, join(folderOf.files(folder), key));
    if (!isLoaded) {
      await migrate({ ...urls, log, migrations: await migrationsOf(manifest) });
      await loadDatabase(urls.ownerUrl, folderOf.database(folder), manifest);
    }
    await migrate({ ...urls, log });
    await withClient(urls.ownerUrl, 'dais-restore', (client) => endRestore(client, keys.present));
  });
  return manifest;
}

async function migrationsOf(manifest: Manifest): Promise<readonly Migration[]> {
  const known = await migrations();
  return known.filter(({ name }) => manifest.migrations.some((each) => each.name === name));
}

/**
 * Returns the keys of incomplete files left by an interrupted restore. Throws if a file does not belong to the backup.
 */
async function refuseOtherFiles(storage: DocumentStorage, manifest: Manifest): Promise<readonly string[]> {
  const ours = new Set(manifest.files.map(({ key }) => key));
  const unfinished: string[] = [];
  for (const folder of ['boards', 'pictures', 'logos']) {
    for (const { key } of await storage.list(folder)) {
      if (ours.has(key)) continue;
      if (!ours.has(finishedName(key)))
        throw new Error(`STORAGE_URL is not empty. It contains ${key}. Restore the backup into an empty installation.`);
      unfinished.push(key);
    }
  }
  return unfinished;
}

async function beginRestore(client: pg.Client, manifest: string): Promise<{ readonly isLoaded: boolean }> {
  const begun = await readUnfinishedRestore(client);
  if (begun !== null && begun.manifest !== manifest) {
    throw new Error(
      'The restore of another backup onto this database was interrupted. Continue with that backup, or start with an empty database.',
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
  // Exempt the owner from row-level security until the rollback below, so that the query sees every row.
  await client.query('alter table users no force row level security; alter table boards no force row level security');
  const used = await client.query('select from users union all select from boards limit 1');
  await client.query('rollback');
  if (used.rowCount) throw new Error('The database is not empty. Restore the backup into an empty installation.');
}
