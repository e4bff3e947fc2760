import { type SpawnOptions, spawn } from 'node:child_process';
import { lchown, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '#server/file-system.ts';
import { type PostgresBinaries, reachableCopy } from './postgres-binaries.ts';

export type ChildEnd = { readonly code: number | string; readonly output: string };

const outputCharactersMax = 1_000_000;

type Command = { readonly file: string; readonly args: readonly string[]; readonly options: SpawnOptions };

/** Rejects if the process cannot start. */
export function runToEnd({ file, args, options }: Command, input?: string): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...options,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let output = '';
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-outputCharactersMax);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: code ?? signal ?? 'unknown', output }));
    child.stdin?.on('error', () => undefined);
    if (input !== undefined) child.stdin?.end(input);
  });
}

/** The environment must not contain our passwords or PG… variables. */
function launchEnvironment(): { env?: NodeJS.ProcessEnv } {
  if (process.platform === 'win32') return {};
  return { env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
}

export async function giveToPostgres(launch: PostgresLaunch, path: string): Promise<void> {
  if (launch.fileOwner !== undefined) await lchown(path, launch.fileOwner, launch.fileOwner);
}

export async function makePostgresFolder(launch: PostgresLaunch, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  await giveToPostgres(launch, folder);
}

/** Changes the owner of the folder itself last, so that the next start repeats an interrupted run. */
export async function giveClusterToPostgres(launch: PostgresLaunch, folder: string): Promise<void> {
  if (launch.fileOwner === undefined || (await stat(folder)).uid === launch.fileOwner) return;
  for (const name of await readdir(folder, { recursive: true })) await giveToPostgres(launch, join(folder, name));
  await giveToPostgres(launch, folder);
}

export type PostgresLaunch = {
  readonly way: 'as it is' | 'other user' | 'capability' | 'copy' | 'user namespace';
  readonly binaries: PostgresBinaries;
  readonly fileOwner: number | undefined;
  readonly prefix: readonly string[];
  /** The user id that Node sets for the child process. */
  readonly spawnAs: number | undefined;
  /** Returns the cluster's path as PostgreSQL sees it. */
  readonly folderName: (folder: string) => string;
};

type RootWay = Exclude<PostgresLaunch['way'], 'as it is'>;

export type PostgresLaunches = { readonly server: PostgresLaunch; readonly initdb: PostgresLaunch };

/** Debian reserves this id. It is below 65536, so that it exists in containers with mapped ids. */
const userOfNobody = 65_527;

export async function choosePostgresLaunch(
  binaries: PostgresBinaries,
  dataDir: string,
  ways: readonly RootWay[] = ['other user', 'capability', 'copy', 'user namespace'],
): Promise<PostgresLaunches> {
  if (process.getuid?.() !== 0) return { server: asItIs(binaries), initdb: asItIs(binaries) };
  const user = await clusterUser(dataDir);
  const failures: string[] = [];
  for (const way of ways) {
    const candidate = rootWays[way];
    const launches = {
      server: await candidate(binaries, user),
      initdb: await candidate(binaries, await namedUser(user)),
    };
    const failure = await tryLaunches(launches, dataDir);
    if (failure === undefined) return launches;
    failures.push(`${way}: ${failure}`);
  }
  throw new Error(
    `PostgreSQL does not run as root, and no way was found to run it as another user with its files in ${dataDir}. ` +
      'Start Dais as an ordinary user, put it and its data folder where that user can read them, or set DATABASE_URL. ' +
      `(${failures.join('; ')})`,
  );
}

export function launchCommand(
  launch: PostgresLaunch,
  program: string,
  args: readonly string[],
  folder: string,
): Command {
  const words = [...launch.prefix, program, ...args];
  const [file = program, ...rest] = words;
  const identity = launch.spawnAs === undefined ? {} : { uid: launch.spawnAs, gid: launch.spawnAs };
  return { file, args: rest, options: { cwd: folder, ...launchEnvironment(), ...identity } };
}

function asItIs(binaries: PostgresBinaries): PostgresLaunch {
  const plain = { fileOwner: undefined, prefix: [], spawnAs: undefined, folderName: (folder: string) => folder };
  return { way: 'as it is', binaries, ...plain };
}

async function otherUser(binaries: PostgresBinaries, user: number): Promise<PostgresLaunch> {
  return { ...asItIs(binaries), way: 'other user', fileOwner: user, spawnAs: user };
}

/** Containers often grant only CAP_DAC_OVERRIDE, which access(2) ignores unless SECBIT_NO_SETUID_FIXUP is set. */
async function withCapability(binaries: PostgresBinaries, user: number): Promise<PostgresLaunch> {
  const capability = (await mayReadAndSearch()) ? 'dac_read_search' : 'dac_override';
  const identity = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--no-new-privs'];
  const capabilities = [
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    '--securebits=+no_setuid_fixup',
  ];
  return { ...asItIs(binaries), way: 'capability', fileOwner: user, prefix: ['setpriv', ...identity, ...capabilities] };
}

async function withCopy(binaries: PostgresBinaries, user: number): Promise<PostgresLaunch> {
  const copy = await reachableCopy(binaries);
  return {
    ...(await otherUser(copy ?? binaries, user)),
    way: 'copy',
    folderName: () => '/proc/self/cwd',
  };
}

/** Used in containers whose only user id is that of root. Inside the namespace, PostgreSQL runs as another user. */
async function inUserNamespace(binaries: PostgresBinaries, wanted: number): Promise<PostgresLaunch> {
  const user = await namedUser(wanted);
  const prefix = ['unshare', '--user', `--map-user=${user}`, `--map-group=${user}`];
  return { ...asItIs(binaries), way: 'user namespace', fileOwner: 0, prefix };
}

const rootWays = {
  'other user': otherUser,
  capability: withCapability,
  copy: withCopy,
  'user namespace': inUserNamespace,
} as const satisfies Record<RootWay, unknown>;

/** Returns the owner of the cluster or data folder, who may run Dais without root later. */
async function clusterUser(dataDir: string): Promise<number> {
  for (const path of [join(dataDir, 'postgres'), dataDir]) {
    const found = await stat(path).catch(nullIfMissing);
    if (found !== null && found.uid !== 0) return found.uid;
  }
  return userOfNobody;
}

async function namedUser(user: number): Promise<number> {
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const users = accounts.map((fields) => Number(fields[2] ?? '0')).filter((uid) => uid > 0);
  const nobody = Number(accounts.find((fields) => fields[0] === 'nobody')?.[2] ?? '0');
  if (users.includes(user)) return user;
  const named = nobody > 0 ? nobody : users[0];
  if (named === undefined) throw new Error('PostgreSQL needs a user other than root in /etc/passwd; there is none.');
  return named;
}

async function mayReadAndSearch(): Promise<boolean> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const permitted = /^CapPrm:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0';
  const readAndSearch = 2n;
  return ((BigInt(`0x${permitted}`) >> readAndSearch) & 1n) === 1n;
}

const serverTrial = 'test "$(id -u)" != 0 && "$1" --version && cd "$2" && : > trial && test -O trial && rm trial';

async function tryLaunches({ server, initdb }: PostgresLaunches, dataDir: string): Promise<string | undefined> {
  const ofServer = await tryLaunch(server, dataDir, (launch, folder) =>
    launchCommand(
      launch,
      '/bin/sh',
      ['-c', serverTrial, 'sh', launch.binaries.postgres, launch.folderName(folder)],
      folder,
    ),
  );
  if (ofServer !== undefined) return ofServer;
  return tryLaunch(initdb, dataDir, (launch, folder) =>
    launchCommand(launch, launch.binaries.initdb, ['--show', '-D', launch.folderName(folder)], folder),
  );
}

type CommandIn = (launch: PostgresLaunch, folder: string) => Command;

async function tryLaunch(launch: PostgresLaunch, dataDir: string, commandIn: CommandIn): Promise<string | undefined> {
  const folder = await mkdtemp(join(dataDir, 'postgres.trial-'));
  try {
    await giveToPostgres(launch, folder);
    const { code, output } = await runToEnd(commandIn(launch, folder));
    return code === 0 ? undefined : output.trim() || `ended with ${code}`;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
