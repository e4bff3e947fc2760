import cluster from 'node:cluster';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { readConfig } from './config.ts';
import { Processes } from './processes.ts';

const servingScript = `
process.on('message', ({ kind }) => {
  if (kind === 'stop') process.exit(0);
  process.send({ kind: 'serving', setupToken: null });
});
process.send({ kind: 'waiting' });
`;

const folder = testFolder();
let processes: Processes;
const lines: { readonly msg: string; readonly process?: number; readonly err?: { readonly message: string } }[] = [];

beforeAll(async () => {
  await writeFile(join(folder, 'serving.mjs'), servingScript);
});
afterEach(async () => {
  await processes.stop();
  lines.length = 0;
});

/** A `cwd` that does not exist makes the process fail after the fork. */
const forkIn = (cwd: string): void =>
  cluster.setupPrimary({ exec: join(folder, 'serving.mjs'), cwd, serialization: 'advanced' });

async function start(count: number): Promise<void> {
  forkIn(folder);
  await startHere(count);
}

async function startHere(count: number): Promise<void> {
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

test.each([
  ['cannot be started', join(folder, 'gone'), /^spawn .* ENOENT$/],
  ['makes fork() throw', 0 as unknown as string, /"options.cwd"/],
])('a replacement process that %s is retried with increasing delays', async (_, cwd, reason) => {
  await start(2);
  forkIn(cwd);
  killOne();
  await vi.waitFor(() => expect(logged(/another starts in 400 ms/)).toHaveLength(1), 5_000);
  const failed = logged(/could not be started/);
  expect(failed.length).toBeGreaterThan(0);
  for (const { err } of failed) expect(err?.message).toMatch(reason);
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
  await expect(startHere(2)).rejects.toThrow(/ENOENT/);
});
