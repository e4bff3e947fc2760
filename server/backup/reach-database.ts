import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { databaseKeys, databaseName, ownerRole } from '#server/integrations/postgres/database-roles.ts';
import { startEmbeddedPostgres } from '#server/integrations/postgres/start-embedded-postgres.ts';

export interface DatabaseUrls {
  readonly ownerUrl: string;
  readonly servingUrl: string;
}

/** Gives `work` the addresses of the installation's database; the embedded one is started for it unless a server runs it. */
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

/** As `reachDatabase`, for what must be alone with it: throws a sentence when a server runs the embedded one. */
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

/** The owner's address of the embedded database that a server has started; null when none runs. */
async function runningEmbedded(dataDir: string): Promise<string | null> {
  const written = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );
  // Its fourth line is the port (PostgreSQL, pidfile.h).
  const port = Number(written?.split('\n')[3]);
  if (!Number.isInteger(port) || port === 0) return null;
  const { owner } = await databaseKeys(dataDir);
  const url = `postgres://${ownerRole}:${encodeURIComponent(owner)}@127.0.0.1:${port}/${databaseName}`;
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return url;
  } catch (error) {
    // What a fallen server left; another program may have its port by now.
    if (['ECONNREFUSED', 'ECONNRESET', '28P01', '28000', '3D000'].includes(String((error as { code?: unknown }).code)))
      return null;
    throw error;
  }
}
