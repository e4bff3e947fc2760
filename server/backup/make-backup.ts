import { mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { openStorage } from '../integrations/storage/open-storage.ts';
import { readSecretKey } from '../secret-key.ts';
import { copyFiles } from './copy-files.ts';
import { digestOfText, writeDigested } from './digest.ts';
import { dumpDatabase } from './dump-database.ts';
import { backupFormat, folderOf, type Manifest, manifestDigestName, manifestName } from './manifest.ts';
import { reachDatabase } from './reach-database.ts';

/**
 * Writes the installation into an empty folder: the rows of one moment, then the files that they name, then the key. The
 * manifest comes last, so that what was broken off is no backup. Servers may go on meanwhile.
 */
export async function makeBackup(config: Config, to: string, log: Logger): Promise<Manifest> {
  const folder = resolve(to);
  await takeFolder(folder);
  for (const part of Object.values(folderOf)) await mkdir(part(folder), { mode: 0o700 });
  const { storage } = await openStorage(config.storage);
  const parts = await reachDatabase(config, log, async (ownerUrl) => {
    const { named, ...dump } = await dumpDatabase(ownerUrl, folderOf.database(folder));
    return { ...dump, ...(await copyFiles(storage, { ownerUrl, folder: folderOf.files(folder), named })) };
  });
  const secretKey = await readSecretKey({ configured: config.secretKey, dataDir: config.dataDir });
  const key = await writeDigested(join(folderOf.keys(folder), 'secret-key'), Readable.from([Buffer.from(secretKey)]));
  const manifest: Manifest = {
    format: backupFormat,
    made_at: new Date().toISOString(),
    ...parts,
    keys: [{ name: 'secret-key', ...key }],
  };
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  await writeFile(join(folder, manifestName), text, { mode: 0o600, flush: true });
  await writeFile(join(folder, manifestDigestName), `${digestOfText(text)}\n`, { mode: 0o600, flush: true });
  await using directory = await open(folder, 'r');
  await directory.sync();
  return manifest;
}

async function takeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`The folder ${folder} is not empty: name a new one.`);
}
