import type { ClientBase } from 'pg';
import { withClient } from '#server/db/with-client.ts';

/** Marks an unfinished restore, in a schema that backups do not contain. */
export interface UnfinishedRestore {
  readonly manifest: string;
  /** Whether all rows are loaded. Newer migrations may still have to run. */
  readonly isLoaded: boolean;
}

export async function readUnfinishedRestore(client: ClientBase): Promise<UnfinishedRestore | null> {
  const found = await client.query<{ there: boolean }>(
    "select to_regclass('dais_restore.unfinished') is not null as there",
  );
  if (!found.rows[0]?.there) return null;
  const { rows } = await client.query<UnfinishedRestore>(
    'select manifest, is_loaded as "isLoaded" from dais_restore.unfinished',
  );
  return rows[0] ?? null;
}

export async function refuseUnfinishedRestore(client: ClientBase): Promise<void> {
  if ((await readUnfinishedRestore(client)) === null) return;
  throw new Error(
    'A restore onto this installation was interrupted. Run npm run restore again with the same backup, or start with an empty database.',
  );
}

export const refuseUnfinishedDatabase = (ownerUrl: string): Promise<void> =>
  withClient(ownerUrl, 'dais-start', refuseUnfinishedRestore);

export async function markUnfinished(client: ClientBase, manifest: string): Promise<void> {
  await client.query('begin');
  await client.query('create schema dais_restore');
  await client.query(
    'create table dais_restore.unfinished (manifest text not null, is_loaded boolean not null default false)',
  );
  await client.query('insert into dais_restore.unfinished (manifest) values ($1)', [manifest]);
  await client.query('commit');
}

export async function markLoaded(client: ClientBase): Promise<void> {
  await client.query('update dais_restore.unfinished set is_loaded = true');
}

export async function markFinished(client: ClientBase): Promise<void> {
  await client.query('drop schema dais_restore cascade');
}
