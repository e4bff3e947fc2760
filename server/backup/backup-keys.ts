import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { readTextIfPresent } from '#server/file-system.ts';
import { keyPath, keyProof, previousKeyPath, writeKey } from '#server/secret-key.ts';
import { folderOf, type Manifest } from './manifest.ts';

export interface RestoredKeys {
  readonly present: string;
  readonly previous: string | null;
}

/**
 * Returns the installation's own keys if the backup contains none. Throws a one-sentence error if a key does not match
 * the backup.
 */
export async function keysOfBackup(config: Config, folder: string, manifest: Manifest): Promise<RestoredKeys> {
  const read = (name: Manifest['keys'][number]['name']) =>
    manifest.keys.some((key) => key.name === name) ? readTextIfPresent(join(folderOf.keys(folder), name)) : null;
  const there = config.secretKey ?? (await readTextIfPresent(keyPath(config.dataDir)));
  const kept = await read('secret-key');
  const present = kept ?? there;
  if (present === null) {
    throw new Error(
      `The backup in ${folder} contains no key. Set SECRET_KEY to the key of the installation that was backed up.`,
    );
  }
  const isRight = keyProof(present).toString('hex') === manifest.key_proof;
  if (!isRight || (there !== null && there !== present)) throw new Error(refusal(config));
  const previous = await read('secret-key-previous');
  const previousThere = config.secretKeyPrevious ?? (await readTextIfPresent(previousKeyPath(config.dataDir)));
  if (previous !== null && previousThere !== null && previous !== previousThere) throw new Error(refusal(config));
  return { present, previous };
}

const refusal = ({ secretKey, dataDir }: Config): string =>
  secretKey !== null
    ? 'SECRET_KEY is not the key of this backup. Set the key that was used for it, or unset SECRET_KEY.'
    : `The data folder ${dataDir} contains the key of another installation. Restore into an empty data folder.`;

export async function writeKeys(config: Config, keys: RestoredKeys): Promise<void> {
  if (config.secretKey === null) await writeKey(keyPath(config.dataDir), keys.present);
  if (config.secretKeyPrevious === null && keys.previous !== null) {
    await writeKey(previousKeyPath(config.dataDir), keys.previous);
  }
}
