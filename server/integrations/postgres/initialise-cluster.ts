import { mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '#server/file-system.ts';
import {
  giveClusterToPostgres,
  giveToPostgres,
  launchCommand,
  makePostgresFolder,
  type PostgresLaunch,
  type PostgresLaunches,
  runToEnd,
} from './postgres-launch.ts';

export const superuserName = 'dais_superuser';

export type InitialiseOptions = {
  readonly launches: PostgresLaunches;
  readonly dataDir: string;
  readonly superuserPassword: string;
  /** False only in tests, which need no durability. */
  readonly sync: boolean;
  readonly locale?: readonly string[] | undefined;
};

const partialPrefix = 'postgres.partial-';
/** Retries, because the initdb of a killed server may still be writing. */
const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;
const trialPrefix = 'postgres.trial-';

/**
 * Creates the cluster in a temporary folder and renames it, so that an interrupted start leaves no incomplete cluster.
 * The caller must lock the data folder.
 */
export async function initialiseCluster(options: InitialiseOptions): Promise<boolean> {
  const { dataDir, launches } = options;
  const launch = launches.initdb;
  const folder = join(dataDir, 'postgres');
  await removeLeftovers(dataDir);
  if ((await stat(folder).catch(nullIfMissing))?.isDirectory()) return false;
  const partial = await mkdtemp(join(dataDir, partialPrefix));
  try {
    await giveToPostgres(launch, partial);
    const cluster = join(partial, 'cluster');
    await makePostgresFolder(launch, cluster);
    const passwordFile = join(partial, 'password');
    await writeFile(passwordFile, options.superuserPassword, { mode: 0o600 });
    await giveToPostgres(launch, passwordFile);
    await runInitdb(options, cluster);
    await giveClusterToPostgres(launches.server, cluster);
    await rename(cluster, folder);
  } finally {
    await rm(partial, removal);
  }
  return true;
}

/** The sort order of C.UTF-8 does not change when system libraries are updated. */
const usualLocale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];

/** The full-text parser recognises letters by libc's locale, so a UTF-8 locale is used if one exists. */
async function runInitdb({ launches, sync, locale }: InitialiseOptions, cluster: string): Promise<void> {
  const launch = launches.initdb;
  const name = launch.folderName(cluster);
  const args = [
    `--pgdata=${name}`,
    `--pwfile=${name}/../password`,
    `--username=${superuserName}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...(locale ?? usualLocale),
    ...(sync ? [] : ['--no-sync']),
  ];
  const run = (more: readonly string[]) =>
    runToEnd(launchCommand(launch, launch.binaries.initdb, [...args, ...more], cluster));
  const utf8 = await run(['--lc-ctype=C.UTF-8']);
  if (utf8.code === 0) return;
  const plain = utf8.output.includes('invalid locale name') ? await run([]) : utf8;
  if (plain.code !== 0) {
    throw new Error(`PostgreSQL's initdb ended with ${plain.code} while making ${cluster}: ${plain.output.trim()}`);
  }
}

async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(partialPrefix) && !name.startsWith(trialPrefix)) continue;
    await rm(join(dataDir, name), removal);
  }
}

/** The cluster must not be running. */
export async function resetSuperuserPassword(launch: PostgresLaunch, folder: string, password: string): Promise<void> {
  await giveClusterToPostgres(launch, folder);
  const args = ['--single', '-D', launch.folderName(folder), 'postgres'];
  const { code, output } = await runToEnd(
    launchCommand(launch, launch.binaries.postgres, args, folder),
    `alter role ${superuserName} with login superuser password '${password.replaceAll("'", "''")}'\n`,
  );
  if (code !== 0 || output.includes('ERROR:')) {
    throw new Error(`The database in ${folder} did not accept a new password (ended with ${code}): ${output.trim()}`);
  }
}
