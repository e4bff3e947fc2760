import pg from 'pg';
import type { TestDatabase } from './database.ts';

/** Connects as the role that owns the tables. Row-level security hides all rows of boards from this role. */
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
