import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ClientBase } from 'pg';
import { withClient } from '#server/db/with-client.ts';
import { writeOnce } from '#server/integrations/postgres/folder-lock.ts';
import { readTextIfPresent } from './file-system.ts';
import { createSecrets } from './secrets.ts';

/** Identifies a key without revealing it. */
export const keyProof = (secretKey: string): Buffer => createSecrets(secretKey).derive('installation', 'key-proof');

/** Returns null before a server's first start. The client's role must own the database. */
export async function readKeyProof(client: ClientBase): Promise<Buffer | null> {
  const { rows } = await client.query<{ key_proof: Buffer }>('select key_proof from schema_tools.installation');
  return rows[0]?.key_proof ?? null;
}

export async function setKeyProof(client: ClientBase, secretKey: string): Promise<void> {
  await client.query(
    'insert into schema_tools.installation (key_proof) values ($1) on conflict (is_only) do update set key_proof = excluded.key_proof',
    [keyProof(secretKey)],
  );
}

export async function keepFirstKeyProof(client: ClientBase, secretKey: string): Promise<void> {
  await client.query('insert into schema_tools.installation (key_proof) values ($1) on conflict do nothing', [
    keyProof(secretKey),
  ]);
}

/** Throws a one-sentence error if none of the keys belongs to the database. A new installation accepts any key. */
export function refuseOtherKey(proof: Buffer | null, ...keys: readonly string[]): void {
  if (proof === null || keys.some((key) => keyProof(key).equals(proof))) return;
  throw new Error(
    'This SECRET_KEY (or the key in DATA_DIR/keys, if it is not set) is not the key of the installation in the database. Put the original key back. If the key was being changed, run npm run rotate-secret-key again until it finishes.',
  );
}

/** Throws a one-sentence error if the database exists and its key is missing or wrong. */
export async function openSecretKey(ownerUrl: string, place: Place): Promise<string> {
  return withClient(ownerUrl, 'dais-start', async (client) => {
    const isNew = (await readKeyProof(client)) === null;
    const key = await (isNew ? readOrMakeSecretKey(place) : readSecretKey(place));
    // If two servers start for the first time with different keys, one of them throws.
    await keepFirstKeyProof(client, key);
    refuseOtherKey(await readKeyProof(client), key);
    return key;
  });
}

/** Throws a one-sentence error if there is no installation or the key belongs to another one. */
export async function openKnownKey(ownerUrl: string, place: Place): Promise<string> {
  return withClient(ownerUrl, 'dais-admin', async (client) => {
    const { rows } = await client.query<{ is_there: boolean }>(
      `select to_regclass('schema_tools.installation') is not null as is_there`,
    );
    if (!rows[0]?.is_there) throw new Error('There is no installation in this database yet: start the server first.');
    const key = await readSecretKey(place);
    refuseOtherKey(await readKeyProof(client), key);
    return key;
  });
}

interface Place {
  readonly configured: string | null;
  readonly dataDir: string;
}

export async function readSecretKey({ configured, dataDir }: Place): Promise<string> {
  const key = configured ?? (await readTextIfPresent(keyPath(dataDir)));
  if (key !== null) return key;
  throw new Error(
    `There is no key. SECRET_KEY is not set, and ${keyPath(dataDir)} does not exist. Run this command with the server’s settings, including DATA_DIR.`,
  );
}

/** Creates the key on the first start. Only the current system user can read it. */
export async function readOrMakeSecretKey({ configured, dataDir }: Place): Promise<string> {
  const known = configured ?? (await readTextIfPresent(keyPath(dataDir)));
  return known ?? writeKey(keyPath(dataDir), newKey());
}

const newKey = (): string => randomBytes(48).toString('base64url');

/** If the file exists, returns its key without writing. */
export async function writeKey(path: string, key: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeOnce(path, key);
  return readFile(path, 'utf8');
}

export const keyPath = (dataDir: string): string => join(dataDir, 'keys/secret-key');
export const previousKeyPath = (dataDir: string): string => `${keyPath(dataDir)}-previous`;
const nextPath = (dataDir: string): string => `${keyPath(dataDir)}-next`;

/** Returns null if the key was never changed or the previous one is no longer accepted. */
export const readPreviousKey = (dataDir: string): Promise<string | null> => readTextIfPresent(previousKeyPath(dataDir));

export const nextKey = (dataDir: string): Promise<string> => writeKey(nextPath(dataDir), newKey());

export async function takeNextKey(dataDir: string): Promise<void> {
  await copyFile(keyPath(dataDir), previousKeyPath(dataDir));
  await chmod(previousKeyPath(dataDir), 0o600);
  await rename(nextPath(dataDir), keyPath(dataDir));
}
