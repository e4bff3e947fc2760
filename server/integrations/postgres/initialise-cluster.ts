import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  /** False leaves writing to disk to the system: for tests, whose data nobody will miss. */
  readonly sync: boolean;
};

const partialPrefix = 'postgres.partial-';
/** The initdb of a killed server may go on writing until it misses its folder. */
const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 } as const;
const trialPrefix = 'postgres.trial-';

/**
 * Makes the cluster in `dataDir/postgres` unless it stands there. It is made in a folder beside and renamed when it is
 * whole, so that the folder's existence is the mark of completion and a start that was cut leaves nothing half done.
 * Answers whether it was made. The caller holds the data folder's lock.
 */
export async function initialiseCluster(options: InitialiseOptions): Promise<boolean> {
  const { dataDir, launches } = options;
  const launch = launches.initdb;
  const folder = join(dataDir, 'postgres');
  await removeLeftovers(dataDir);
  if (await isFolder(folder)) return false;
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

/**
 * Sorting and case follow PostgreSQL's own C.UTF-8, which never changes with the system's libraries. The full-text
 * parser alone still asks the C library which letters form words, so it is told UTF-8 where the system knows it.
 */
async function runInitdb({ launches, sync }: InitialiseOptions, cluster: string): Promise<void> {
  const launch = launches.initdb;
  const name = launch.folderName(cluster);
  const args = [
    `--pgdata=${name}`,
    `--pwfile=${name}/../password`,
    `--username=${superuserName}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...(sync ? [] : ['--no-sync']),
  ];
  const utf8 = await run(launch, [...args, '--lc-ctype=C.UTF-8'], cluster);
  if (utf8.code === 0) return;
  const plain = utf8.output.includes('invalid locale name') ? await run(launch, args, cluster) : utf8;
  if (plain.code !== 0) {
    throw new Error(`PostgreSQL's initdb ended with ${plain.code} while making ${cluster}: ${plain.output.trim()}`);
  }
}

function run(launch: PostgresLaunch, args: readonly string[], cluster: string) {
  const command = launchCommand(launch, launch.binaries.initdb, args, cluster);
  return runToEnd(() =>
    spawn(command.file, command.args, { ...command.options, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true }),
  );
}

async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(partialPrefix) && !name.startsWith(trialPrefix)) continue;
    await rm(join(dataDir, name), removal);
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw cause;
  }
}

/**
 * Sets the superuser's password in a cluster that does not run, without knowing the old one: for a data folder whose
 * keys were lost or come from elsewhere. Whoever may do this owns the files anyway. Like initdb, PostgreSQL insists on
 * a user with a name here; the cluster is that user's afterwards.
 */
export async function resetSuperuserPassword(launch: PostgresLaunch, folder: string, password: string): Promise<void> {
  await giveClusterToPostgres(launch, folder);
  const args = ['--single', '-D', launch.folderName(folder), 'postgres'];
  const command = launchCommand(launch, launch.binaries.postgres, args, folder);
  const { code, output } = await runToEnd(
    () => spawn(command.file, command.args, { ...command.options, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true }),
    `alter role ${superuserName} with login superuser password '${password.replaceAll("'", "''")}'\n`,
  );
  if (code !== 0 || output.includes('ERROR:')) {
    throw new Error(`The database in ${folder} did not take a new password (ended with ${code}): ${output.trim()}`);
  }
}
