import pg from 'pg';
import type { TestDatabase } from './database.ts';

/** Connects as the role that migrates and restores. This role owns the tables, but sees no board's rows. */
export async function asOwner<T>(
  { ownerUrl }: Pick<TestDatabase, 'ownerUrl'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
