import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLog } from './folder-lock.ts';
import { launchCommand, type PostgresLaunch } from './postgres-launch.ts';

export type Postmaster = {
  readonly pid: number;
  readonly port: number;
  /** Resolves to the exit code or the signal. */
  readonly ended: Promise<number | string>;
  /** Must not be called after the process has ended, because its id may be reused. */
  signal(name: NodeJS.Signals): void;
};

export type PostmasterOptions = {
  readonly launch: PostgresLaunch;
  readonly folder: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: DatabaseLog;
};

/** `output` contains the last part of PostgreSQL's output. */
export class PostmasterStartError extends Error {
  readonly output: string;
  constructor(folder: string, code: number | string, output: string) {
    super(`PostgreSQL did not start in ${folder} (ended with ${code}): ${output.trim()}`);
    this.output = output;
  }
}

const machineSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Enough for 16 server processes with their jobs, and for administrators.
  max_connections: '300',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements are not logged, because they may contain users' texts.
  log_min_error_statement: 'panic',
  log_line_prefix: '',
} as const;

/** Milliseconds. Long, because recovery after a power loss takes minutes on slow disks. */
const startMillisecondsMax = 600_000;
const fastStopMillisecondsMax = 60_000;
const outputCharactersMax = 4_000;

/** Starts PostgreSQL in its own session, because Ctrl-C in a terminal signals the whole process group. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { launch, folder, port, log } = options;
  const settings = Object.entries({ ...machineSettings, ...options.settings, port: String(port) });
  const args = ['-D', launch.folderName(folder), ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const command = launchCommand(launch, launch.binaries.postgres, args, folder);
  const child = spawn(command.file, command.args, {
    ...command.options,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
    windowsHide: true,
  });
  let output = '';
  const ended = new Promise<number | string>((resolve) => {
    child.once('error', (cause) => resolve(cause.message));
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  createInterface({ input: child.stderr }).on('line', (line) => {
    output = `${output}${line}\n`.slice(-outputCharactersMax);
    logLine(log, line);
  });
  const end = await Promise.race([ended, ready(child, folder)]);
  if (end === 'ready') return { pid: child.pid ?? 0, port, ended, signal: (name) => void child.kill(name) };
  if (end === 'late') child.kill('SIGQUIT');
  throw new PostmasterStartError(folder, await ended, output);
}

/** Rolls back open transactions, so that the next start needs no recovery. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  postmaster.signal('SIGINT');
  const first = await Promise.race([postmaster.ended, pause(fastStopMillisecondsMax, 'late', { ref: false })]);
  if (first !== 'late') return;
  // SIGQUIT is safe, because the next start recovers all committed data.
  postmaster.signal('SIGQUIT');
  await postmaster.ended;
}

export async function freePort(host = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** In postmaster.pid, line 1 is the process id and line 8 the state. */
async function ready(child: ChildProcess, folder: string): Promise<'ready' | 'late'> {
  const until = Date.now() + startMillisecondsMax;
  while (Date.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) return new Promise(() => undefined);
    const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (lines[0] === String(child.pid) && lines[7]?.trim() === 'ready') return 'ready';
    await pause(10);
  }
  return 'late';
}

function logLine(log: DatabaseLog, line: string): void {
  // A PANIC ends the server. A FATAL ends only one connection.
  if (line.startsWith('PANIC:')) log.error({ part: 'postgres' }, line);
  else if (/^(FATAL|WARNING):/.test(line)) log.warn({ part: 'postgres' }, line);
  // An ERROR is logged only for debugging, because the sender of the statement gets it.
  else log.debug({ part: 'postgres' }, line);
}
