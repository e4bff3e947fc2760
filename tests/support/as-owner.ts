import type pg from 'pg';
import type { TestDatabase } from './database.ts';
import { withClient } from './with-client.ts';

/** Connects as the role that owns the tables. Row-level security hides all rows of boards from this role. */
export const asOwner = <T>(
  { ownerUrl }: Pick<TestDatabase, 'ownerUrl'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => withClient(ownerUrl, work);
