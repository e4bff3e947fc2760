import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { createApp } from './app.ts';
import { refuseUnfinishedDatabase } from './backup/unfinished-restore.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { awaitDatabase } from './db/availability.ts';
import { openDatabase, refusePowerfulRole } from './db/database.ts';
import { createDeferredWrites } from './db/deferred-writes.ts';
import { migrate } from './db/migrate.ts';
import { createSharedLocks } from './db/shared-locks.ts';
import { productJobs } from './features/jobs.ts';
import { makeMissingFeeds } from './features/views/calendar/feeds/commands.ts';
import { beginShutdown } from './http/graceful-shutdown.ts';
import { createLiveHub } from './http/live-hub.ts';
import { createMailTransport } from './integrations/mail/transport.ts';
import { findOfficeConverter } from './integrations/office/office-converter.ts';
import { findReadingCopier } from './integrations/office/reading-copy.ts';
import { findTextReader } from './integrations/office/text-reader.ts';
import { startEmbeddedPostgres } from './integrations/postgres/start-embedded-postgres.ts';
import { openStorage } from './integrations/storage/open-storage.ts';
import { startWorker } from './jobs/worker.ts';
import { ports } from './ports.ts';
import { openSecretKey, readPreviousKey } from './secret-key.ts';
import { createSecrets } from './secrets.ts';
import { namingListeningSetting, namingSetting } from './startup-errors.ts';
import { ownTemporaryFolder } from './temporary-folder.ts';

/**
 * Replaces port 0 by a free one, also in the default address, which links need before listening. The start fails if it is
 * taken meanwhile.
 */
export async function withRealPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const server = createServer();
  server.listen(0, config.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const appUrl = config.appUrl === 'http://localhost:0' ? `http://localhost:${port}` : config.appUrl;
  return Object.freeze({ ...config, port, appUrl });
}

export interface RunningServer {
  readonly context: Context;
  readonly app: FastifyInstance;
  /** `http://127.0.0.1:3000`, as bound. */
  readonly address: string;
  /** Requests, jobs, connections, then the embedded database. */
  stop(): Promise<void>;
}

/** Unknown to the core. */
export interface ServerExtension {
  /** Before any job or request. */
  readonly prepare?: (context: Context) => Promise<void>;
  readonly extend?: (app: FastifyInstance, context: Context) => void;
}

type Disposals = (() => Promise<void>)[];

/** A failing step stops the earlier ones. */
export async function startServer(asked: Config, extension: ServerExtension = {}): Promise<RunningServer> {
  const disposals: Disposals = [];
  const stop = (): Promise<void> => dispose(disposals);
  try {
    const config = await withRealPort(asked);
    const { context, servingUrl } = await openContext(config, disposals);
    await extension.prepare?.(context);
    await makeMissingFeeds(context);
    if (config.workers + config.slowWorkers > 0) {
      const worker = await startWorker(context, { servingUrl, handlers: productJobs(context) });
      disposals.push(() => worker.stop());
    }
    const app = await createApp(context);
    extension.extend?.(app, context);
    disposals.push(async () => {
      await beginShutdown(app, config.drainSeconds);
      await app.close();
    });
    await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw namingListeningSetting(error);
    });
    const { address, port, family } = app.server.address() as AddressInfo;
    const host = family === 'IPv6' ? `[${address}]` : address;
    return { context, app, address: `http://${host}:${port}`, stop };
  } catch (error) {
    await stop().catch((failure: unknown) => {
      throw new AggregateError([error, failure], 'The start failed, and so did stopping what had begun.');
    });
    throw error;
  }
}

/** In reverse order. One failure must not prevent the others. */
async function dispose(disposals: Disposals): Promise<void> {
  const failures: unknown[] = [];
  while (disposals.length > 0)
    await disposals
      .pop()?.()
      .catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures, 'Stopping failed.');
}

async function openContext(
  config: Config,
  disposals: Disposals,
): Promise<{ readonly context: Context; readonly servingUrl: string }> {
  // Written beside the work; the rest is written when the process exits, also by a crash.
  const log = pino(
    { level: config.logLevel, redact: { paths: ['err.client'], remove: true } },
    pino.destination({ sync: false }),
  );
  const { ownerUrl, servingUrl, pool, db } = await openMigratedDatabase(config, log, disposals);
  const secretKey = await openSecretKey(ownerUrl, { configured: config.secretKey, dataDir: config.dataDir });
  const mail = createMailTransport({ smtpUrl: config.smtpUrl, outboxDir: join(config.dataDir, 'outbox'), log });
  disposals.push(() => mail.close());
  const live = createLiveHub({ servingUrl, log });
  disposals.push(() => live.stop());
  await live.start();
  const deferred = createDeferredWrites({ db, log });
  disposals.push(() => deferred.stop());
  const locks = createSharedLocks({ servingUrl, log });
  disposals.push(() => locks.stop());
  const context: Context = {
    config,
    db,
    pool,
    clock: systemClock,
    log,
    secrets: createSecrets(secretKey, config.secretKeyPrevious ?? (await readPreviousKey(config.dataDir))),
    ...(await openStorage(config.storage)),
    locks,
    mail,
    live,
    deferred,
    ports,
    ...(await findPrograms(log)),
    checkAnswers: false,
  };
  return { context, servingUrl };
}

async function openMigratedDatabase(config: Config, log: Logger, disposals: Disposals) {
  const database = config.database ?? (await embedded(config, log, disposals));
  // After the embedded database, whose user may not enter it.
  const temporary = await ownTemporaryFolder(config.dataDir, log);
  disposals.push(() => temporary.remove());
  const naming =
    (setting: string) =>
    (error: unknown): never => {
      throw config.database ? namingSetting(error, setting) : error;
    };
  const { ownerUrl, servingUrl } = database;
  await awaitDatabase(ownerUrl, log).catch(naming('DATABASE_OWNER_URL'));
  await refuseUnfinishedDatabase(ownerUrl);
  if (config.database) warnOfUnusedDatabase(config.dataDir, log);
  await migrate({ ownerUrl, servingUrl, log });
  const { db, pool, close } = openDatabase({
    servingUrl,
    onLost: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  disposals.push(close);
  await refusePowerfulRole(pool).catch(naming('DATABASE_URL'));
  return { ownerUrl, servingUrl, db, pool };
}

/** Logs what is missing. */
async function findPrograms(log: Context['log']): Promise<Pick<Context, 'office' | 'textReader' | 'readingCopier'>> {
  const [found, textReader, readingCopier] = await Promise.all([
    findOfficeConverter(),
    findTextReader(),
    findReadingCopier(),
  ]);
  if (found.converter === null) log.warn(`Office and HTML files get no preview: ${found.problem}`);
  if (textReader === null) log.info('The text of scanned pages is not read: Tesseract and poppler are not at hand.');
  if (readingCopier === null) log.info('Large PDFs are read as they are laid out: qpdf is not at hand.');
  return { office: found.converter, textReader, readingCopier };
}

/** Data were perhaps written or restored there. */
function warnOfUnusedDatabase(dataDir: string, log: Context['log']): void {
  const folder = join(dataDir, 'postgres');
  if (existsSync(folder)) log.warn(`${folder} holds a database that is not used: DATABASE_URL names another.`);
}

async function embedded(
  config: Config,
  log: Context['log'],
  disposals: Disposals,
): Promise<{ readonly servingUrl: string; readonly ownerUrl: string }> {
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  disposals.push(() => postgres.stop());
  return postgres;
}

/** The second signal does not wait. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${error instanceof Error ? error.message : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}
