import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { processorSecondsOf, record } from '#tools/test/times.ts';

const startMsMax = 60_000;
const stopMsMax = 20_000;
const root = join(import.meta.dirname, '../..');
/** Compiled code is cached, because tests start the server hundreds of times. */
const compileCache = join(root, 'node_modules/.cache/dais-tests-compile');

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;

const surroundings = () => {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}) };
};

/** Runs a program of the folder `server` until it ends. */
export async function runProgram(name: string, env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const child = spawn(process.execPath, [join(root, `server/${name}.ts`), ...args], {
    env: { ...surroundings(), ...env },
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, err, code };
}

/** Throws with the server's output if the server does not start. */
export async function startServerProcess(settings: Readonly<Record<string, string>>) {
  const began = performance.now();
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], {
    cwd: root,
    env: { ...surroundings(), NODE_COMPILE_CACHE: compileCache, PROCESSES: '1', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const opened = new Promise<void>((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`The server ${why}. It printed:\n${printed}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(`did not open within ${startMsMax} ms`);
    }, startMsMax);
    const read = (chunk: Buffer): void => {
      printed += chunk.toString('utf8');
      if (/ is open at .*\n/.test(printed)) {
        clearTimeout(timer);
        resolve();
      }
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', (error) => fail(`could not be started (${error.message})`));
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with code ${code}`);
    });
  });
  await opened;
  const wall = (performance.now() - began) / 1_000;
  record({ kind: 'server start', name: 'server/main.ts', wall, cpu: processorSecondsOf(child.pid ?? 0) });
  return { child, output: () => printed, end: (signal: Signal) => endProcess(child, signal) };
}

type Signal = 'SIGTERM' | 'SIGKILL';

/** Returns the exit code, or null after SIGKILL. */
async function endProcess(child: ChildProcess, signal: Signal): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMsMax);
  await gone;
  clearTimeout(timer);
  return child.exitCode;
}
