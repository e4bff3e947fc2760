import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { withClient } from '#server/db/with-client.ts';
import { readTextIfPresent } from '#server/file-system.ts';
import { databaseKeys, databaseUrl, ownerRole } from '#server/integrations/postgres/database-roles.ts';
import { startEmbeddedPostgres } from '#server/integrations/postgres/start-embedded-postgres.ts';

type DatabaseUrls = NonNullable<Config['database']>;

/** Starts the embedded database unless a server is already running it. */
export async function reachDatabase<T>(
  config: Config,
  log: Logger,
  work: (ownerUrl: string) => Promise<T>,
): Promise<T> {
  if (config.database) return work(config.database.ownerUrl);
  const running = await runningEmbedded(config.dataDir);
  if (running !== null) return work(running);
  return withOwnEmbedded(config, log, ({ ownerUrl }) => work(ownerUrl));
}

export async function holdDatabase<T>(
  config: Config,
  log: Logger,
  work: (urls: DatabaseUrls) => Promise<T>,
): Promise<T> {
  return config.database ? work(config.database) : withOwnEmbedded(config, log, work);
}

async function withOwnEmbedded<T>(
  { dataDir }: Config,
  log: Logger,
  work: (urls: DatabaseUrls) => Promise<T>,
): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  try {
    return await work(postgres);
  } finally {
    await postgres.stop();
  }
}

async function runningEmbedded(dataDir: string): Promise<string | null> {
  const written = await readTextIfPresent(join(dataDir, 'postgres/postmaster.pid'));
  // Line 4 of postmaster.pid contains the port (PostgreSQL, pidfile.h).
  const port = Number(written?.split('\n')[3]);
  if (!Number.isInteger(port) || port === 0) return null;
  const { owner } = await databaseKeys(dataDir);
  const url = databaseUrl(port, ownerRole, owner);
  try {
    await withClient(url, 'dais-admin', async () => undefined);
    return url;
  } catch (error) {
    // A crashed server leaves postmaster.pid behind, and another program may now use the port.
    if (['ECONNREFUSED', 'ECONNRESET', '28P01', '28000', '3D000'].includes(String((error as { code?: unknown }).code)))
      return null;
    throw error;
  }
}
