import pg from 'pg';
import { keepFirstKeyProof, readKeyProof, refuseOtherKey } from './key-proof.ts';
import { readOrMakeSecretKey, readSecretKey } from './secret-key.ts';

/**
 * The key that a server serves this database with. One is made for a database that knows none yet; after that, a server without a
 * key, or with another one, is refused with a sentence: it would answer, and nothing that was sealed or given out before would open.
 */
export async function openSecretKey(
  ownerUrl: string,
  place: { readonly configured: string | null; readonly dataDir: string },
): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'dais-start' });
  await client.connect();
  try {
    const isNew = (await readKeyProof(client)) === null;
    const key = await (isNew ? readOrMakeSecretKey(place) : readSecretKey(place));
    // Of two servers that start at once on a new database, each with a key of its own, one is told.
    await keepFirstKeyProof(client, key);
    refuseOtherKey(await readKeyProof(client), key);
    return key;
  } finally {
    await client.end();
  }
}
