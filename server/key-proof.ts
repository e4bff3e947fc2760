import type { ClientBase } from 'pg';
import { createSecrets } from './secrets.ts';

/** HMAC-SHA-256 under the key, 32 bytes: tells whether two keys are the same one, and nothing else of them. */
export const keyProof = (secretKey: string): Buffer => createSecrets(secretKey).derive('installation', 'key-proof');

/** Of the key that the database was sealed with; null before a server has served it first. As its owner. */
export async function readKeyProof(client: ClientBase): Promise<Buffer | null> {
  const { rows } = await client.query<{ key_proof: Buffer }>('select key_proof from house.installation');
  return rows[0]?.key_proof ?? null;
}

/** From now on, this key is the installation's. */
export async function setKeyProof(client: ClientBase, secretKey: string): Promise<void> {
  await client.query(
    'insert into house.installation (key_proof) values ($1) on conflict (is_only) do update set key_proof = excluded.key_proof',
    [keyProof(secretKey)],
  );
}

/** The key of whoever comes first. */
export async function keepFirstKeyProof(client: ClientBase, secretKey: string): Promise<void> {
  await client.query('insert into house.installation (key_proof) values ($1) on conflict do nothing', [
    keyProof(secretKey),
  ]);
}

/** Throws a sentence when the database was sealed with none of these keys. An installation that knows no key yet takes any. */
export function refuseOtherKey(proof: Buffer | null, ...keys: readonly string[]): void {
  if (proof === null || keys.some((key) => keyProof(key).equals(proof))) return;
  throw new Error(
    'This SECRET_KEY (or, where it is no setting, the key in DATA_DIR/keys) is not the one of the installation in the database. Put back the one that it was made with; if the key was being changed, run npm run rotate-secret-key to its end.',
  );
}
