import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** When a process began, in words only good for comparing; undefined when there is no such live process. */
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

/** Names the space in which a process number means something: this start of this machine, and its container. */
export async function processSpace(): Promise<string> {
  if (process.platform !== 'linux') return hostname();
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  return `${boot} ${await readlink('/proc/self/ns/pid')}`;
}

async function linuxBeginning(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The second field is the program's name in brackets and may hold anything; proc(5) counts from there.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' || state === 'X' ? undefined : fields[18];
}

async function psBeginning(pid: number): Promise<string | undefined> {
  const answer = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => undefined); // ps fails: no process.
  const text = answer?.stdout.trim() ?? '';
  return text === '' ? undefined : text;
}
