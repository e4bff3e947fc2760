import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { refuseUnfinishedDatabase } from './backup/unfinished-restore.ts';
import type { Config } from './config.ts';
import { awaitDatabase } from './db/availability.ts';
import { migrate } from './db/migrate.ts';
import { messageOf } from './errors.ts';
import { freePort } from './integrations/postgres/postmaster.ts';
import { startEmbeddedPostgres } from './integrations/postgres/start-embedded-postgres.ts';
import { refuseTakenAddress } from './metrics/serve-figures.ts';
import { namingSetting } from './startup-errors.ts';

export type DatabaseUrls = NonNullable<Config['database']>;

export interface Prepared {
  readonly config: Config;
  readonly log: Logger;
  readonly database: DatabaseUrls;
}

export type Disposals = (() => Promise<void>)[];

/** Calls `start` once the database is ready. If that fails, everything that was started is stopped again. */
export async function startPrepared<Started>(
  asked: Config,
  start: (prepared: Prepared & { readonly disposals: Disposals }) => Promise<Started>,
): Promise<Started> {
  const disposals: Disposals = [];
  return disposingOnFailure(disposals, async () => {
    const config = await withRealPort(asked);
    const log = createLog(config);
    if (config.metrics !== null) await refuseTakenAddress(config.metrics);
    const database = await prepareDatabase(config, log, disposals);
    return start({ config, log, database, disposals });
  });
}

/** A pipe writes at most this many bytes atomically (pipe(7)), and several processes share the log. */
const wholeWriteBytesMax = 4_096;
/** Lines are written in batches of about this many bytes, because each write is expensive. */
const linesWaitBytes = 3_072;
const linesWaitMs = 100;

export function createLog({ logLevel }: Config): Logger {
  // Pending lines are written when the process exits, even after a crash.
  return pino(
    { level: logLevel, redact: { paths: ['err.client'], remove: true } },
    pino.destination({
      sync: false,
      minLength: linesWaitBytes,
      maxWrite: wholeWriteBytesMax,
      periodicFlush: linesWaitMs,
    }),
  );
}

/** Replaces port 0 with a free port, because links need the port before the server listens. */
async function withRealPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const port = await freePort(config.host);
  const appUrl = config.appUrl === 'http://localhost:0' ? `http://localhost:${port}` : config.appUrl;
  return Object.freeze({ ...config, port, appUrl });
}

async function prepareDatabase(config: Config, log: Logger, disposals: Disposals): Promise<DatabaseUrls> {
  const urls = config.database ?? (await embedded(config, log, disposals));
  await awaitDatabase(urls.ownerUrl, log).catch((error: unknown) => {
    throw config.database ? namingSetting(error, 'DATABASE_OWNER_URL') : error;
  });
  await refuseUnfinishedDatabase(urls.ownerUrl);
  if (config.database) warnOfUnusedDatabase(config.dataDir, log);
  await migrate({ ...urls, log });
  return urls;
}

/** Logs a warning, because the embedded database may contain data although another database is configured. */
function warnOfUnusedDatabase(dataDir: string, log: Logger): void {
  const folder = join(dataDir, 'postgres');
  if (existsSync(folder))
    log.warn(`${folder} contains a database that is not used, because DATABASE_URL names another one.`);
}

async function embedded(config: Config, log: Logger, disposals: Disposals): Promise<DatabaseUrls> {
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  disposals.push(() => postgres.stop());
  const { servingUrl, ownerUrl } = postgres;
  return { servingUrl, ownerUrl };
}

export async function dispose(disposals: Disposals): Promise<void> {
  const failures: unknown[] = [];
  while (disposals.length > 0)
    await disposals
      .pop()?.()
      .catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'Stopping failed.');
}

export async function disposingOnFailure<Started>(disposals: Disposals, start: () => Promise<Started>) {
  try {
    return await start();
  } catch (error) {
    await dispose(disposals).catch((failure: unknown) => {
      throw new AggregateError([error, failure], 'Startup failed, and so did stopping the parts that had started.');
    });
    throw error;
  }
}

/** The first signal stops gracefully, and a second one ends the process at once. */
export function stopOnSignal({ log, stop }: { readonly log: Logger; readonly stop: () => Promise<void> }): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${messageOf(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}
