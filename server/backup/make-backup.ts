import { mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { openStorage } from '#server/integrations/storage/open-storage.ts';
import { keyProof, readPreviousKey, readSecretKey, refuseOtherKey } from '#server/secret-key.ts';
import { dumpDatabase } from './database-copy.ts';
import { copyFiles } from './files.ts';
import {
  backupFormat,
  digestOfText,
  folderOf,
  type Manifest,
  manifestDigestName,
  manifestName,
  writeDigested,
} from './manifest.ts';
import { reachDatabase } from './reach-database.ts';

/** Writes the manifest and its digest last, so that they prove a complete backup. */
export async function makeBackup(
  config: Config,
  to: string,
  log: Logger,
  { withKey = true }: { readonly withKey?: boolean } = {},
): Promise<Manifest> {
  const folder = resolve(to);
  const secretKey = await readSecretKey({ configured: config.secretKey, dataDir: config.dataDir });
  await takeFolder(folder);
  for (const part of Object.values(folderOf)) await mkdir(part(folder), { mode: 0o700 });
  const { storage } = await openStorage(config.storage);
  const parts = await reachDatabase(config, log, async (ownerUrl) => {
    const { named, keyProof: proof, ...dump } = await dumpDatabase(ownerUrl, folderOf.database(folder));
    refuseOtherKey(proof, secretKey);
    return { ...dump, ...(await copyFiles(storage, { ownerUrl, folder: folderOf.files(folder), named })) };
  });
  const manifest: Manifest = {
    format: backupFormat,
    made_at: new Date().toISOString(),
    ...parts,
    keys: withKey ? await writeKeys(config, folderOf.keys(folder), secretKey) : [],
    key_proof: keyProof(secretKey).toString('hex'),
  };
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  await writeFile(join(folder, manifestName), text, { mode: 0o600, flush: true });
  await writeFile(join(folder, manifestDigestName), `${digestOfText(text)}\n`, { mode: 0o600, flush: true });
  await using directory = await open(folder, 'r');
  await directory.sync();
  return manifest;
}

async function writeKeys(config: Config, folder: string, secretKey: string): Promise<Manifest['keys']> {
  const write = (name: Manifest['keys'][number]['name'], key: string) =>
    writeDigested(join(folder, name), Readable.from([Buffer.from(key)])).then((written) => ({ name, ...written }));
  const previous = config.secretKeyPrevious ?? (await readPreviousKey(config.dataDir));
  const keys = [await write('secret-key', secretKey)];
  return previous === null ? keys : [...keys, await write('secret-key-previous', previous)];
}

async function takeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`The folder ${folder} is not empty. Name a new folder.`);
}
