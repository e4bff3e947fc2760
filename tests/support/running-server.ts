import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mailbox, startMailbox } from './mailbox.ts';

const startMsMax = 60_000;
const stopMsMax = 20_000;
const root = join(import.meta.dirname, '../..');

export interface RunningServer {
  /** `http://localhost:4711`, no trailing slash. */
  readonly url: string;
  /** The printed one-time link that opens the empty installation; null once it is in use. */
  readonly setupUrl: string | null;
  readonly dataDir: string;
  /** Null when `SMTP_URL` was given. */
  readonly mailbox: Mailbox | null;
  /** All that it has printed so far. */
  output(): string;
  /** SIGTERM, then waits until it is gone. Answers the exit code. */
  terminate(): Promise<number | null>;
  /** SIGKILL to the server alone: its database is left as after a power cut, and found by the next start. */
  kill(): Promise<void>;
  /** The same installation again, on the same port, after `terminate` or `kill`. */
  restart(): Promise<void>;
  /** Ends everything and removes the data folder. */
  stop(): Promise<void>;
}

/**
 * `node server/main.ts` as a process of its own, on a free loopback port, with a new data folder and a real SMTP
 * receiver. `env` adds settings. Throws with what the server printed when it does not open.
 */
export async function startRunningServer(env: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dais-tests-server-'));
  const mailbox = env.SMTP_URL === undefined ? await startMailbox() : null;
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    APP_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...(mailbox ? { SMTP_URL: mailbox.url } : {}),
    ...env,
  };
  let running: Started | null = null;
  let setupUrl: string | null = null;
  const start = async (): Promise<void> => {
    running = await startProcess(settings);
    setupUrl = /(\S+\/setup\?token=\S+)/.exec(running.output())?.[1] ?? null;
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    const ending = running;
    running = null;
    return ending === null ? null : endProcess(ending.child, signal);
  };
  const stop = async (): Promise<void> => {
    await end('SIGTERM');
    await mailbox?.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    get setupUrl() {
      return setupUrl;
    },
    dataDir,
    mailbox,
    output: () => running?.output() ?? '',
    terminate: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL');
    },
    restart: start,
    stop,
  };
}

interface Started {
  readonly child: ChildProcess;
  output(): string;
}

async function startProcess(settings: Readonly<Record<string, string>>): Promise<Started> {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], {
    cwd: root,
    env: { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), ...settings },
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
      // The lines are printed together, in one write, once it listens.
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
  return { child, output: () => printed };
}

async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMsMax);
  await gone;
  clearTimeout(timer);
  return child.exitCode;
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
