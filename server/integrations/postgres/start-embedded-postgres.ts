import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { databaseKeys } from './database-keys.ts';
import type { DatabaseLog } from './database-log.ts';
import { appRole, databaseName, ensureDatabaseAndRoles, ownerRole } from './database-roles.ts';
import { giveClusterToPostgres } from './file-owner.ts';
import { initialiseCluster, superuserName } from './initialise-cluster.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { choosePostgresLaunch } from './postgres-launch.ts';
import { freePort, startPostmaster, stopPostmaster } from './postmaster.ts';

export type EmbeddedPostgresOptions = {
  /** Holds the cluster in `postgres/` and the passwords in `keys/`; made when missing. */
  readonly dataDir: string;
  readonly log: DatabaseLog;
  /** On 127.0.0.1; a free one when left out. */
  readonly port?: number;
  /** `none` may lose everything with the machine's power: for tests. */
  readonly durability?: 'full' | 'none';
};

export type EmbeddedPostgres = {
  /** Connects as the role that owns the database and migrates it. */
  readonly ownerUrl: string;
  /** Connects as the role that serves, owns nothing and is bound by row-level security. */
  readonly servingUrl: string;
  /** Connects to the maintenance database; for tests, which make databases from a template. */
  readonly superuserUrl: string;
  /** Ends PostgreSQL in order. */
  stop(): Promise<void>;
};

/** Runs PostgreSQL in the data folder (product.md, section 10: the default of DATABASE_URL). Throws sentences. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const dataDir = resolve(options.dataDir);
  const full = options.durability !== 'none';
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const launches = await choosePostgresLaunch(await findPostgresBinaries(), dataDir);
  const keys = await databaseKeys(dataDir);
  await initialiseCluster({ launches, dataDir, superuserPassword: keys.superuser, sync: full });
  const folder = join(dataDir, 'postgres');
  await giveClusterToPostgres(launches.server, folder);
  const settings: Record<string, string> = full
    ? {}
    : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const port = options.port ?? (await freePort());
  const postmaster = await startPostmaster({ launch: launches.server, folder, port, settings, log });
  const url = (role: string, password: string, database: string) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
  const superuserUrl = url(superuserName, keys.superuser, 'postgres');
  await ensureDatabaseAndRoles(superuserUrl, keys);
  return {
    ownerUrl: url(ownerRole, keys.owner, databaseName),
    servingUrl: url(appRole, keys.app, databaseName),
    superuserUrl,
    stop: () => stopPostmaster(postmaster),
  };
}
