import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { link, readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isMissing, nullIfMissing, readTextIfPresent } from '#server/file-system.ts';

type Write = (fields: Readonly<Record<string, unknown>>, message: string) => void;

export type DatabaseLog = { readonly debug: Write; readonly info: Write; readonly warn: Write; readonly error: Write };

/** Lets only one live process use a data folder or a named file. */
export type FolderLock = { release(): Promise<void> };

export class FolderInUse extends Error {}

type Holder = { readonly pid: number; readonly beginning: string; readonly space: string; readonly token: string };

const beatMilliseconds = 5_000;
const silenceMilliseconds = 3 * beatMilliseconds;
const longSilenceMilliseconds = 600_000;
const attemptsMax = 10;

/** Takes over the lock of a dead owner. Throws `FolderInUse` if the owner is alive. */
export async function lockFolder(
  dataDir: string,
  log: DatabaseLog,
  { silence = silenceMilliseconds, file: name = 'postgres.lock' }: { silence?: number; file?: string } = {},
): Promise<FolderLock> {
  const file = join(dataDir, name);
  const mine = JSON.stringify(await ourselves());
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    if (await writeOnce(file, mine)) return hold(file, mine, log);
    const found = await readTextIfPresent(file);
    if (found === null) continue;
    if (await isHeld(file, found, { log, silence })) {
      throw new FolderInUse(
        `Another Dais server is using the data folder ${dataDir}. Stop it first, or give this one its own DATA_DIR.`,
      );
    }
    await removeStale(file, found);
  }
  throw new Error(`The lock on the data folder ${dataDir} could not be taken; other servers keep starting there.`);
}

function hold(file: string, mine: string, log: DatabaseLog): FolderLock {
  const beat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch((cause: Error) => log.warn({ err: cause }, `Cannot touch ${file}.`));
  }, beatMilliseconds);
  beat.unref();
  return {
    async release() {
      clearInterval(beat);
      if ((await readTextIfPresent(file)) === mine) await rm(file, { force: true });
    },
  };
}

async function ourselves(): Promise<Holder> {
  const beginning = (await processBeginning(process.pid)) ?? 'unknown';
  return { pid: process.pid, beginning, space: await processSpace(), token: randomBytes(8).toString('hex') };
}

/**
 * Returns false if the file already exists. The complete file is linked into place, so that a crash leaves no partial
 * file and only one of several concurrent calls succeeds.
 */
export async function writeOnce(file: string, text: string): Promise<boolean> {
  const partial = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(partial, text, { flag: 'wx', mode: 0o600, flush: true });
    await link(partial, file);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw cause;
  } finally {
    await rm(partial, { force: true });
  }
}

type Listening = { readonly log: DatabaseLog; readonly silence: number };

async function isHeld(file: string, text: string, { log, silence }: Listening): Promise<boolean> {
  const holder = parseHolder(text);
  if (holder === undefined) return false;
  if (holder.space === (await processSpace())) return (await processBeginning(holder.pid)) === holder.beginning;
  const before = await touchedAt(file);
  if (before === undefined || Math.abs(Date.now() - before) > longSilenceMilliseconds) return false;
  log.info({ file }, 'The data folder was in use by a server elsewhere; waiting to hear whether it still is.');
  await pause(silence);
  const after = await touchedAt(file);
  return after !== undefined && after !== before;
}

/** Returns undefined for an incomplete file, which only a power failure can leave. */
function parseHolder(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

/** Restores the file if another process has replaced the stale lock. */
async function removeStale(file: string, stale: string): Promise<void> {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(file, aside);
    if ((await readTextIfPresent(aside)) !== stale) await link(aside, file);
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
  } finally {
    await rm(aside, { force: true });
  }
}

const touchedAt = async (file: string): Promise<number | undefined> => (await stat(file).catch(nullIfMissing))?.mtimeMs;

const run = promisify(execFile);

/** Returns the process's start time, or undefined if the process is not running. */
export async function processBeginning(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return linuxBeginning(pid);
  if (process.platform !== 'win32') return psBeginning(pid);
  try {
    process.kill(pid, 0);
    return 'alive';
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM' ? 'alive' : undefined;
  }
}

/** Identifies the current boot and container, because process ids are unique only within them. */
export async function processSpace(): Promise<string> {
  if (process.platform !== 'linux') return hostname();
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  return `${boot} ${await readlink('/proc/self/ns/pid')}`;
}

async function linuxBeginning(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The second field, the process's name, is in parentheses and may contain parentheses itself (proc(5)).
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' || state === 'X' ? undefined : fields[18];
}

async function psBeginning(pid: number): Promise<string | undefined> {
  // If ps fails, the process is not running.
  const answer = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => undefined);
  const text = answer?.stdout.trim() ?? '';
  return text === '' ? undefined : text;
}
