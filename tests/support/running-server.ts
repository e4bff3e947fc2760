import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/integrations/postgres/postmaster.ts';
import { startMailbox } from './mailbox.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export type RunningServer = Awaited<ReturnType<typeof startRunningServer>>;

/** Throws with the server's output if the server does not start. */
export async function startRunningServer(
  env: Readonly<Record<string, string>> = {},
  prepare: (dataDir: string) => Promise<void> = async () => undefined,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'dais-tests-server-'));
  await prepare(dataDir);
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
  let running: ServerProcess | null = null;
  let output = () => '';
  let setupUrl: string | null = null;
  const start = async (): Promise<void> => {
    running = await startServerProcess(settings);
    output = running.output;
    setupUrl = /(\S+\/setup\?token=\S+)/.exec(running.output())?.[1] ?? null;
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    const ending = running;
    running = null;
    return ending === null ? null : ending.end(signal);
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
    /** This is null after the installation has been set up. */
    get setupUrl() {
      return setupUrl;
    },
    dataDir,
    /** This is null if `SMTP_URL` was given. */
    mailbox,
    pid: () => running?.child.pid,
    output: () => output(),
    terminate: () => end('SIGTERM'),
    /** Sends SIGKILL only to the server, not to its database. */
    async kill() {
      await end('SIGKILL');
    },
    restart: start,
    stop,
  };
}
