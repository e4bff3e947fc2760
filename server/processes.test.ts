import cluster from 'node:cluster';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { Processes } from './processes.ts';

const servingScript = `
process.on('message', ({ kind }) => {
  if (kind === 'stop') process.exit(0);
  process.send({ kind: 'serving', setupToken: null });
});
process.send({ kind: 'waiting' });
`;

let folder: string;
let processes: Processes;
const lines: { readonly msg: string; readonly process?: number; readonly err?: { readonly message: string } }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dais-tests-processes-'));
  await writeFile(join(folder, 'serving.mjs'), servingScript);
});
afterEach(async () => {
  await processes.stop();
  lines.length = 0;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A `cwd` that does not exist makes the process fail after the fork. */
const forkIn = (cwd: string): void =>
  cluster.setupPrimary({ exec: join(folder, 'serving.mjs'), cwd, serialization: 'advanced' });

async function start(count: number): Promise<void> {
  forkIn(folder);
  const config = readConfig({ PROCESSES: String(count), DATA_DIR: folder }, 'serve');
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
  processes = new Processes({ config, log, database: { servingUrl: 'postgres:none', ownerUrl: 'postgres:none' } });
  await processes.start();
}

const logged = (msg: RegExp) => lines.filter((line) => msg.test(line.msg));
const killOne = (): void => {
  const [worker] = Object.values(cluster.workers ?? {}).filter((each) => each?.process.pid !== undefined);
  worker?.process.kill('SIGKILL');
};

test('a replacement process that cannot be started is retried with increasing delays', async () => {
  await start(2);
  forkIn(join(folder, 'gone'));
  killOne();
  await vi.waitFor(() => expect(logged(/another starts in 400 ms/)).toHaveLength(1), 5_000);
  const failed = logged(/could not be started/);
  expect(failed.length).toBeGreaterThan(0);
  for (const { err } of failed) expect(err?.message).toMatch(/^spawn .* ENOENT$/);
  forkIn(folder);
  await vi.waitFor(() => expect(logged(/was replaced/)).toHaveLength(1), 10_000);
});

test('if fork() throws, starting the process is retried', async () => {
  await start(2);
  forkIn(0 as unknown as string);
  killOne();
  await vi.waitFor(() => expect(logged(/another starts in 400 ms/)).toHaveLength(1), 5_000);
  for (const { err } of logged(/could not be started/)) expect(err?.message).toMatch(/"options.cwd"/);
  forkIn(folder);
  await vi.waitFor(() => expect(logged(/was replaced/)).toHaveLength(1), 10_000);
});

test('each error of a running process is logged', async () => {
  await start(1);
  const [worker] = Object.values(cluster.workers ?? {}).filter((each) => each?.isConnected());
  for (const nth of [1, 2]) worker?.process.emit('error', new Error(`a message was not sent (${nth})`));
  expect(logged(/cannot be reached/)).toHaveLength(2);
  expect(logged(/ended/)).toEqual([]);
});

test('startup fails with the reason if the first process cannot be started', async () => {
  forkIn(join(folder, 'gone'));
  const config = readConfig({ PROCESSES: '2', DATA_DIR: folder }, 'serve');
  processes = new Processes({
    config,
    log: pino({ level: 'silent' }),
    database: { servingUrl: 'postgres:none', ownerUrl: 'postgres:none' },
  });
  await expect(processes.start()).rejects.toThrow(/ENOENT/);
});
