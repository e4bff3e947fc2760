import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readTextIfPresent } from '#server/file-system.ts';
import type { DatabaseLog } from './folder-lock.ts';
import { launchCommand, type PostgresLaunch, runToEnd } from './postgres-launch.ts';

const fastStopMillisecondsMax = 60_000;
const patienceMilliseconds = 5_000;
/** Milliseconds within which children notice that the postmaster has died, unless they are running a query. */
const orphanMilliseconds = 1_000;

/**
 * Ends only processes whose working directory is `folder`, because process ids are reused. The caller must have locked
 * the folder.
 */
export async function endLeftoverPostmaster(launch: PostgresLaunch, folder: string, log: DatabaseLog): Promise<void> {
  const mark = join(folder, 'postmaster.pid');
  const text = await readTextIfPresent(mark);
  // Windows does not reveal a process's working directory, so PostgreSQL itself must detect a running server.
  if (text === null || process.platform === 'win32') return;
  const postmaster = Number.parseInt(text, 10);
  const found = await processesOf(launch, folder);
  if (found.length > 0) {
    log.warn({ folder, processes: found.length }, 'Ending the PostgreSQL that an earlier server left running.');
    await endAll(launch, folder, postmaster);
  }
  await rm(mark, { force: true });
}

/** Ends the postmaster first. Killing its children loses nothing, because PostgreSQL recovers all committed data. */
async function endAll(launch: PostgresLaunch, folder: string, postmaster: number): Promise<void> {
  const steps = [
    { name: 'SIGINT', to: 'postmaster', wait: fastStopMillisecondsMax },
    { name: 'SIGQUIT', to: 'everybody', wait: patienceMilliseconds },
    { name: 'SIGKILL', to: 'everybody', wait: patienceMilliseconds },
  ] as const;
  for (const { name, to, wait } of steps) {
    const processes = await processesOf(launch, folder);
    const led = processes.includes(postmaster);
    for (const pid of to === 'postmaster' ? processes.filter((one) => one === postmaster) : processes)
      signal(pid, name);
    if (await areGone(launch, folder, to === 'postmaster' && !led ? orphanMilliseconds : wait)) return;
  }
  throw new Error(
    `A PostgreSQL process is still using ${folder} and cannot be ended. Restart the machine or end it yourself.`,
  );
}

async function areGone(launch: PostgresLaunch, folder: string, wait: number): Promise<boolean> {
  const until = Date.now() + wait;
  do {
    if ((await processesOf(launch, folder)).length === 0) return true;
    await pause(50);
  } while (Date.now() < until);
  return false;
}

const listScript =
  'for p in /proc/[0-9]*; do [ "$p" != "/proc/$$" ] && [ "$p/cwd" -ef . ] && { read -r name < "$p/comm"; } 2>/dev/null' +
  ' && [ "$name" = postgres ] && echo "process $p"; done; echo complete';

async function processesOf(launch: PostgresLaunch, folder: string): Promise<readonly number[]> {
  if (process.platform !== 'linux') return postmastersByCommand(folder);
  const looker = launch.way === 'user namespace' ? { ...launch, prefix: [] } : launch;
  const { output } = await runToEnd(launchCommand(looker, '/bin/sh', ['-c', listScript], folder));
  if (!output.includes('complete')) throw new Error(`The processes using ${folder} cannot be listed: ${output}`);
  const running = [...output.matchAll(/^process \/proc\/(\d+)$/gm)].map((match) => Number(match[1]));
  return withoutEnded(running);
}

/** Removes zombies, which are listed although they have ended. */
async function withoutEnded(pids: readonly number[]): Promise<readonly number[]> {
  const states = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z')));
  return pids.filter((_, index) => !/\) [ZX]/.test(states[index] ?? ''));
}

async function postmastersByCommand(folder: string): Promise<readonly number[]> {
  const { output } = await runToEnd({ file: 'ps', args: ['-axo', 'pid=,command='], options: {} });
  const lines = output.split('\n').filter((line) => line.includes(`/bin/postgres -D ${folder} `));
  return lines.map((line) => Number.parseInt(line, 10));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause;
  }
}
