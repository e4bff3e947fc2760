import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Registry as Figures } from 'prom-client';
import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { openDatabase } from './db/database.ts';
import { createDeferredWrites } from './db/deferred-writes.ts';
import { createSharedLocks } from './db/shared-locks.ts';
import { issueSetupToken } from './features/access/first-start/commands.ts';
import { refreshTimeZones } from './features/core/boards/commands.ts';
import { createLiveHub } from './features/core/events/live-hub.ts';
import { productJobs } from './features/jobs.ts';
import { makeMissingFeeds } from './features/views/calendar/feeds/commands.ts';
import { beginShutdown } from './http/graceful-shutdown.ts';
import { createMailTransport, type MailTransport } from './integrations/mail/transport.ts';
import { findOfficeConverter } from './integrations/office/office-converter.ts';
import { findReadingCopier } from './integrations/office/reading-copy.ts';
import { findTextReader } from './integrations/office/text-reader.ts';
import { openStorage } from './integrations/storage/open-storage.ts';
import { startWorker } from './jobs/worker.ts';
import { serveFigures } from './metrics/serve-figures.ts';
import { ports } from './ports.ts';
import {
  createLog,
  type DatabaseUrls,
  type Disposals,
  dispose,
  disposingOnFailure,
  type Prepared,
  startPrepared,
} from './prepare-start.ts';
import { openSecretKey, readPreviousKey } from './secret-key.ts';
import { createSecrets } from './secrets.ts';
import { namingListeningSetting, namingSetting } from './startup-errors.ts';
import { ownTemporaryFolder } from './temporary-folder.ts';
import { version } from './version.ts';

export interface RunningServer {
  readonly context: Context;
  readonly app: FastifyInstance;
  readonly address: string;
  readonly setupToken: string | null;
  readonly figures: Figures | null;
  stop(): Promise<void>;
}

export interface ServerExtension {
  readonly prepare?: (context: Context) => Promise<void>;
  readonly extend?: (app: FastifyInstance, context: Context) => void;
}

export interface Part {
  /** One-based index of the process. */
  readonly nth: number;
  readonly of: number;
  readonly isFirst: boolean;
}

const alone: Part = { nth: 1, of: 1, isFirst: true };

export function startServer(asked: Config, extension: ServerExtension = {}): Promise<RunningServer> {
  return startPrepared(asked, async (prepared) => {
    const server = await serve({ ...prepared, part: alone }, extension);
    const { config, log, disposals } = prepared;
    const { figures } = server;
    if (config.metrics !== null && figures !== null) {
      disposals.push(await serveFigures(config.metrics, log, () => figures.metrics()));
    }
    return server;
  });
}

export async function startPart(config: Config, database: DatabaseUrls, part: Part): Promise<RunningServer> {
  const disposals: Disposals = [];
  return disposingOnFailure(disposals, () => serve({ config, log: createLog(config), database, disposals, part }, {}));
}

interface PreparedPart extends Prepared {
  readonly disposals: Disposals;
  readonly part: Part;
}

async function serve(prepared: PreparedPart, extension: ServerExtension): Promise<RunningServer> {
  const { config, database, disposals, part } = prepared;
  const context = await openContext(prepared);
  await extension.prepare?.(context);
  if (part.isFirst) await refreshTimeZones(context);
  if (part.isFirst) await makeMissingFeeds(context);
  const concurrency = {
    workers: shareOf(config.workers, part.nth, part.of),
    // Counts from the last process, so that the remainders of `workers` and `slowWorkers` go to different processes.
    slowWorkers: shareOf(config.slowWorkers, part.of + 1 - part.nth, part.of),
  };
  if (concurrency.workers + concurrency.slowWorkers > 0) {
    const { servingUrl } = database;
    const worker = await startWorker(context, { servingUrl, handlers: productJobs(context), concurrency });
    disposals.push(() => worker.stop());
  }
  const app = await createApp(context);
  extension.extend?.(app, context);
  const figures = config.metrics === null ? null : await watch(app, context);
  disposals.push(async () => {
    await beginShutdown(app, config.drainSeconds);
    await app.close();
  });
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw namingListeningSetting(error);
  });
  const { address, port, family } = app.server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${address}]` : address;
  if (part.isFirst) context.log.info({ version, node: process.version }, 'serving');
  const setupToken = part.isFirst ? await issueSetupToken(context) : null;
  return {
    context,
    app,
    setupToken,
    figures,
    address: `http://${host}:${port}`,
    stop: () => dispose(disposals),
  };
}

async function watch(app: FastifyInstance, context: Context): Promise<Figures> {
  const { createFigures, timeRequests } = await import('./metrics/figures.ts');
  const figures = createFigures(context);
  timeRequests(app, figures);
  return figures;
}

const shareOf = (jobs: number, nth: number, of: number): number => Math.floor(jobs / of) + (nth <= jobs % of ? 1 : 0);

const connectionsMax = { alone: 20, each: 10 } as const;

async function openContext({ config, log, database, disposals, part }: PreparedPart): Promise<Context> {
  const { ownerUrl, servingUrl } = database;
  // Create this folder after starting the embedded database, whose system user may not be allowed to enter it.
  const temporary = await ownTemporaryFolder(config.dataDir, log);
  disposals.push(() => temporary.remove());
  const capacity = {
    connectionsMax: part.of === 1 ? connectionsMax.alone : connectionsMax.each,
    processes: part.of,
  };
  const { db, pool, close } = openDatabase({
    servingUrl,
    connectionsMax: capacity.connectionsMax,
    onLost: (error) => log.warn({ err: error }, 'database connection lost'),
  });
  disposals.push(close);
  await pool.query('select').catch((error: unknown) => {
    throw config.database ? namingSetting(error, 'DATABASE_URL') : error;
  });
  const secretKey = await openSecretKey(ownerUrl, { configured: config.secretKey, dataDir: config.dataDir });
  const mail = createMailTransport({ smtpUrl: config.smtpUrl, outboxDir: join(config.dataDir, 'outbox'), log });
  disposals.push(() => mail.close());
  // Not awaited, because users should not have to wait for an unavailable mail server.
  if (part.isFirst) disposals.push(tryMailServer(mail, log));
  const live = createLiveHub({ servingUrl, log });
  disposals.push(() => live.stop());
  await live.start();
  const deferred = createDeferredWrites({ db, log });
  disposals.push(() => deferred.stop());
  const locks = createSharedLocks({ servingUrl, log });
  disposals.push(() => locks.stop());
  return {
    config,
    db,
    pool,
    capacity,
    clock: systemClock,
    log,
    secrets: createSecrets(secretKey, config.secretKeyPrevious ?? (await readPreviousKey(config.dataDir))),
    ...(await openStorage(config.storage)),
    locks,
    mail,
    live,
    deferred,
    ports,
    ...(await findPrograms(part.isFirst ? log : null)),
    checkAnswers: false,
  };
}

/** Without this warning, a wrong SMTP_URL could go unnoticed until an invitation fails to arrive. */
function tryMailServer(mail: MailTransport, log: Prepared['log']): () => Promise<void> {
  let isStopping = false;
  mail.verify().catch((error: Error) => {
    if (!isStopping) log.warn(`Mail is waiting, because the server in SMTP_URL does not accept it (${error.message}).`);
  });
  return async () => {
    isStopping = true;
  };
}

async function findPrograms(
  log: Prepared['log'] | null,
): Promise<Pick<Context, 'office' | 'textReader' | 'readingCopier'>> {
  const [found, textReader, readingCopier] = await Promise.all([
    findOfficeConverter(),
    findTextReader(),
    findReadingCopier(),
  ]);
  if (found.converter === null) log?.warn(`Office and HTML files get no preview: ${found.problem}`);
  if (textReader === null)
    log?.info('The text of scanned pages is not read, because Tesseract and poppler are not installed.');
  if (readingCopier === null)
    log?.info('Large PDFs are not prepared for faster reading, because qpdf is not installed.');
  return { office: found.converter, textReader, readingCopier };
}
