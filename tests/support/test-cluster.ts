import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#server/db/migrate.ts';
import { type DatabaseLog, lockFolder } from '#server/integrations/postgres/folder-lock.ts';
import { endLeftoverPostmaster } from '#server/integrations/postgres/leftover-postmaster.ts';
import { findPostgresBinaries } from '#server/integrations/postgres/postgres-binaries.ts';
import { choosePostgresLaunch } from '#server/integrations/postgres/postgres-launch.ts';
import { startEmbeddedPostgres } from '#server/integrations/postgres/start-embedded-postgres.ts';

/** The database `dais` is migrated and is the template for tests. */
export type TestCluster = { readonly ownerUrl: string; readonly servingUrl: string; readonly superuserUrl: string };

const clusterFolderPrefix = 'dais-tests-';
const ignore = () => undefined;
const failuresOnly: DatabaseLog = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: (fields, message) => process.stderr.write(`${JSON.stringify(fields)} ${message}\n`),
};

/** The major version with which `npm run test:all` repeats some tests. Unset for the embedded version. */
const olderMajor = process.env.TEST_POSTGRES;
// PostgreSQL 16 provides C.UTF-8 only through libc.
const olderVersion = { packageName: `postgres-${olderMajor}`, locale: ['--locale-provider=libc', '--locale=C.UTF-8'] };

export async function startTestCluster(): Promise<TestCluster & { stop(): Promise<void> }> {
  await removeAbandonedClusters(failuresOnly);
  const dataDir = await mkdtemp(join(tmpdir(), clusterFolderPrefix));
  const version = olderMajor === undefined ? undefined : olderVersion;
  const postgres = await startEmbeddedPostgres({ dataDir, log: failuresOnly, durability: 'none', version });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate(postgres);
  } catch (cause) {
    await stop();
    throw cause;
  }
  return { ...postgres, stop };
}

async function removeAbandonedClusters(log: DatabaseLog): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (name.startsWith(clusterFolderPrefix)) await removeIfAbandoned(join(tmpdir(), name), log);
  }
}

async function removeIfAbandoned(dataDir: string, log: DatabaseLog): Promise<void> {
  const lock = await access(join(dataDir, 'postgres.lock'))
    .then(() => lockFolder(dataDir, log))
    .catch(() => undefined); // The cluster is being made, is in use, or belongs to another user, so it must remain.
  if (lock === undefined) return;
  const { server } = await choosePostgresLaunch(await findPostgresBinaries(), dataDir);
  await endLeftoverPostmaster(server, join(dataDir, 'postgres'), log);
  await lock.release();
  await rm(dataDir, { recursive: true, force: true });
}
