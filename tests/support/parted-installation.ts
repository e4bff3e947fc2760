import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/integrations/postgres/postmaster.ts';
import { startEmbeddedPostgres } from '#server/integrations/postgres/start-embedded-postgres.ts';
import { startMailbox } from './mailbox.ts';
import type { RunningServer } from './running-server.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export type Part = 'server' | 'worker';

/** An installation in three parts that can be killed separately: a server, a worker, and their database. */
export type PartedInstallation = Awaited<ReturnType<typeof startPartedInstallation>>;

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Only the worker runs jobs. `given` adds settings to the server, the worker or both. */
export async function startPartedInstallation(
  given: Readonly<Partial<Record<Part | 'both', Readonly<Record<string, string>>>>> = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'dais-tests-faults-'));
  const mailbox = await startMailbox();
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet });
  const ports = { server: await freePort(), worker: await freePort() };
  const url = `http://localhost:${ports.server}`;
  const shared = {
    HOST: '127.0.0.1',
    APP_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    SMTP_URL: mailbox.url,
    DATABASE_URL: postgres.servingUrl,
    DATABASE_OWNER_URL: postgres.ownerUrl,
    ...given.both,
  };
  const settings = {
    server: { ...shared, PORT: String(ports.server), WORKERS: '0', ...given.server },
    worker: { ...shared, PORT: String(ports.worker), WORKERS: '2', ...given.worker },
  };
  const running = new Map<Part, ServerProcess>();
  const fallen: string[] = [];
  const start = async (part: Part): Promise<void> => {
    const started = await startServerProcess(settings[part]);
    running.set(part, started);
    started.child.once('exit', (code, signal) => {
      if (running.get(part) !== started) return;
      running.delete(part);
      fallen.push(`The ${part} ended by itself (${code ?? signal}): ${started.output().slice(-2_000)}`);
    });
  };
  const end = async (part: Part, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    const ending = running.get(part);
    running.delete(part);
    return ending === undefined ? null : ending.end(signal);
  };
  const revive = async (): Promise<void> => {
    // Starts one part after the other, because each part checks whether it must migrate the database.
    for (const part of ['server', 'worker'] as const) if (!running.has(part)) await start(part);
  };
  const stop = async (): Promise<void> => {
    await Promise.all([end('server', 'SIGTERM'), end('worker', 'SIGTERM')]);
    await postgres.stop();
    await mailbox.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await start('server');
    const setupUrl = /(\S+\/setup\?token=\S+)/.exec(running.get('server')?.output() ?? '')?.[1] ?? null;
    await start('worker');
    const server: RunningServer = {
      url,
      setupUrl,
      dataDir,
      mailbox,
      stop,
      restart: revive,
      pid: () => running.get('server')?.child.pid,
      output: () => running.get('server')?.output() ?? '',
      terminate: () => end('server', 'SIGTERM'),
      async kill() {
        await end('server', 'SIGKILL');
      },
    };
    return {
      /** Its `stop` and `restart` affect only the server, not the worker or the database. */
      server,
      /** The worker also serves requests. */
      urls: { server: url, worker: `http://localhost:${ports.worker}` },
      postgres,
      async kill(part: Part) {
        await end(part, 'SIGKILL');
      },
      terminate: (part: Part) => end(part, 'SIGTERM'),
      revive,
      /** Returns the parts that crashed since the last call, with the end of their output. */
      fallen: () => fallen.splice(0),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
