import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { nullIfMissing } from '#server/file-system.ts';
import {
  appRole,
  type DatabaseKeys,
  databaseKeys,
  databaseUrl,
  ensureDatabaseAndRoles,
  ownerRole,
} from './database-roles.ts';
import { type DatabaseLog, lockFolder } from './folder-lock.ts';
import { initialiseCluster, resetSuperuserPassword, superuserName } from './initialise-cluster.ts';
import { endLeftoverPostmaster } from './leftover-postmaster.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { choosePostgresLaunch, giveClusterToPostgres } from './postgres-launch.ts';
import {
  freePort,
  type Postmaster,
  type PostmasterOptions,
  PostmasterStartError,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';

export type EmbeddedPostgresOptions = {
  readonly dataDir: string;
  readonly log: DatabaseLog;
  readonly port?: number;
  readonly durability?: 'full' | 'none';
  /** Another version of PostgreSQL for tests: its npm package and the locale arguments for its initdb. */
  readonly version?: { readonly packageName: string; readonly locale: readonly string[] } | undefined;
};

export type EmbeddedPostgres = {
  readonly ownerUrl: string;
  /** Connects as the role to which row-level security applies. */
  readonly servingUrl: string;
  readonly superuserUrl: string;
  /** Returns a different id after PostgreSQL has restarted. */
  postmasterPid(): number;
  /** Call this after the last query. Can be called repeatedly. */
  stop(): Promise<void>;
};

/** Restarts PostgreSQL whenever it dies, until `stop` is called. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  await ensureDataFolder(dataDir);
  const lock = await lockFolder(dataDir, options.log);
  try {
    const keys = await databaseKeys(dataDir);
    const { postgres, port } = await startWithRoles(dataDir, keys, options);
    let stopped: Promise<void> | undefined;
    return {
      ownerUrl: databaseUrl(port, ownerRole, keys.owner),
      servingUrl: databaseUrl(port, appRole, keys.app),
      superuserUrl: databaseUrl(port, superuserName, keys.superuser, 'postgres'),
      postmasterPid: postgres.pid,
      stop() {
        stopped ??= postgres.stop().finally(lock.release);
        return stopped;
      },
    };
  } catch (cause) {
    await lock.release();
    throw cause;
  }
}

type Started = { readonly postgres: Awaited<ReturnType<typeof supervisePostgres>>; readonly port: number };

async function startWithRoles(dataDir: string, keys: DatabaseKeys, options: EmbeddedPostgresOptions): Promise<Started> {
  const { log } = options;
  const full = options.durability !== 'none';
  const folder = join(dataDir, 'postgres');
  const launches = await choosePostgresLaunch(await findPostgresBinaries(options.version?.packageName), dataDir);
  const launch = launches.server;
  const locale = options.version?.locale;
  if (await initialiseCluster({ launches, dataDir, superuserPassword: keys.superuser, sync: full, locale })) {
    log.info({ folder, way: launch.way }, 'Created a new database.');
  }
  await giveClusterToPostgres(launch, folder);
  await endLeftoverPostmaster(launch, folder, log);
  const settings: Readonly<Record<string, string>> = full ? {} : withoutDurability;
  const start = () => startOnPort({ launch, folder, settings, log }, options.port);
  const ensureRoles = ({ port }: Started) =>
    ensureDatabaseAndRoles(databaseUrl(port, superuserName, keys.superuser, 'postgres'), keys);

  const first = await start();
  const failure = await ensureRoles(first).then(() => undefined, asFailure);
  if (failure === undefined) return first;
  await first.postgres.stop();
  if (failure.code !== wrongPassword) throw failure;
  log.warn({ folder }, 'The keys in the data folder do not match its database; giving the database new passwords.');
  await resetSuperuserPassword(launches.initdb, folder, keys.superuser);
  await giveClusterToPostgres(launch, folder);
  const second = await start();
  try {
    await ensureRoles(second);
  } catch (cause) {
    await second.postgres.stop();
    throw cause;
  }
  return second;
}

const withoutDurability = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } as const;
/** SQLSTATE for an invalid password. */
const wrongPassword = '28P01';
const portAttemptsMax = 5;

/** Retries, because another program may take the free port first. */
async function startOnPort(options: Omit<PostmasterOptions, 'port'>, wanted: number | undefined): Promise<Started> {
  for (let attempt = 1; ; attempt += 1) {
    const port = wanted ?? (await freePort());
    try {
      return { postgres: await supervisePostgres({ ...options, port }), port };
    } catch (cause) {
      const taken =
        cause instanceof PostmasterStartError && cause.output.includes('could not create any TCP/IP sockets');
      if (!taken || wanted !== undefined || attempt === portAttemptsMax) throw cause;
    }
  }
}

async function ensureDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(`The data folder ${dataDir} cannot be used by the user who starts Dais (DATA_DIR).`, { cause });
  }
  const user = process.getuid?.();
  const cluster = await stat(join(dataDir, 'postgres')).catch(nullIfMissing);
  if (cluster === null || user === undefined || user === 0 || cluster.uid === user) return;
  throw new Error(`The database in ${dataDir} belongs to user ${cluster.uid}. Start Dais as that user or as root.`);
}

function asFailure(cause: unknown): Error & { readonly code?: unknown } {
  return cause instanceof Error ? cause : new Error(String(cause));
}

const firstPauseMilliseconds = 100;
const pauseMillisecondsMax = 5_000;

async function supervisePostgres(options: PostmasterOptions) {
  const { launch, folder, log } = options;
  let current = await startPostmaster(options);
  const stopping = new AbortController();
  // Stops PostgreSQL if this process exits without calling `stop`.
  const onExit = () => current.signal('SIGINT');
  process.once('exit', onExit);

  async function startAgain(): Promise<Postmaster | undefined> {
    for (let wait = firstPauseMilliseconds; !stopping.signal.aborted; wait = Math.min(wait * 2, pauseMillisecondsMax)) {
      try {
        await endLeftoverPostmaster(launch, folder, log);
        return await startPostmaster(options);
      } catch (cause) {
        log.error({ err: cause, folder }, `PostgreSQL did not restart; trying again in ${wait} ms.`);
        await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }

  async function watch(): Promise<void> {
    for (;;) {
      const end = await current.ended;
      if (stopping.signal.aborted) return;
      log.error({ folder, end }, 'PostgreSQL ended unexpectedly; restarting it.');
      const next = await startAgain();
      if (next === undefined) return;
      current = next;
      log.info({ folder, port: next.port }, 'PostgreSQL is running again.');
      if (stopping.signal.aborted) return stopPostmaster(next);
    }
  }

  const watching = watch();
  return {
    pid: () => current.pid,
    async stop() {
      stopping.abort();
      await stopPostmaster(current);
      await watching;
      process.removeListener('exit', onExit);
    },
  };
}
