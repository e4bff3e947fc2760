import { access, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseLog } from '#server/integrations/postgres/folder-lock.ts';
import { lockFolder } from '#server/integrations/postgres/folder-lock.ts';
import { endLeftoverPostmaster } from '#server/integrations/postgres/leftover-postmaster.ts';
import { findPostgresBinaries } from '#server/integrations/postgres/postgres-binaries.ts';
import { choosePostgresLaunch } from '#server/integrations/postgres/postgres-launch.ts';

export const clusterFolderPrefix = 'dais-tests-';

export async function removeAbandonedClusters(log: DatabaseLog): Promise<void> {
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
