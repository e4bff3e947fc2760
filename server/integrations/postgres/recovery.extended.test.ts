import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownFolder } from '#tests/support/test-folder.ts';
import { processBeginning } from './folder-lock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const serverScript = `
import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./start-embedded-postgres.ts', import.meta.url).href)};
const write = (_, message) => console.error(message);
const log = { debug() {}, info: write, warn: write, error: write };
process.once('SIGINT', async () => { await postgres.stop(); process.exit(0); });
const postgres = await startEmbeddedPostgres({ dataDir: process.argv[1], log, durability: 'full' });
console.log(JSON.stringify({ ...postgres, pid: postgres.postmasterPid() }));
setInterval(() => {}, 1000);
`;

let dataDir: string;
let running: EmbeddedPostgres | undefined;
const servers: ChildProcess[] = [];
const clients: Client[] = [];

beforeEach(() => {
  dataDir = ownFolder();
  running = undefined;
});
afterEach(async () => {
  for (const server of servers.splice(0)) await kill(server);
  running ??= await start();
  await running.stop();
  for (const client of clients.splice(0)) await client.end().catch(() => undefined);
});

type Server = {
  readonly child: ChildProcess;
  readonly ownerUrl: string;
  readonly superuserUrl: string;
  readonly pid: number;
};

function spawnServer(): ChildProcess {
  const args = ['--input-type=module', '-e', serverScript, dataDir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  servers.push(child);
  return child;
}

async function serverProcess(): Promise<Server> {
  const child = spawnServer();
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    return { child, ...(JSON.parse(line) as Omit<Server, 'child'>) };
  }
  throw new Error('The server process ended before it served.');
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function start(): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ dataDir, log: quiet });
  return running;
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  clients.push(client);
  await client.connect();
  return client;
}

async function words(url: string): Promise<readonly string[]> {
  const client = await connect(url);
  const { rows } = await client.query<{ word: string }>('select word from kept order by word');
  await client.end();
  return rows.map((row) => row.word);
}

async function keepWord(url: string): Promise<Client> {
  const client = await connect(url);
  await client.query('create table kept (word text)');
  await client.query(`insert into kept values ('agreed')`);
  await client.query('begin');
  await client.query(`insert into kept values ('unfinished')`);
  return client;
}

test('the next startup stops the PostgreSQL process of a killed server and preserves committed data', async () => {
  const server = await serverProcess();
  await keepWord(server.ownerUrl);
  await kill(server.child);
  expect(await processBeginning(server.pid)).toBeDefined();
  const next = await start();
  expect(await processBeginning(server.pid)).toBeUndefined();
  expect(await words(next.ownerUrl)).toEqual(['agreed']);
});

test('a server and PostgreSQL that were killed together recover even if a query was running', async () => {
  const server = await serverProcess();
  await keepWord(server.ownerUrl);
  const busy = await connect(server.ownerUrl);
  const query = busy.query('select count(*) from generate_series(1, 2000000000)').catch(() => 'ended');
  await pause(100);
  process.kill(server.pid, 'SIGKILL');
  await kill(server.child);
  const next = await start();
  expect(await words(next.ownerUrl)).toEqual(['agreed']);
  expect(await query).toBe('ended');
});

test('an installation recovers no matter when its first startup was killed', async () => {
  for (const moment of [20, 120, 220, 320, 420, 600]) {
    const child = spawnServer();
    await pause(moment);
    await kill(child);
  }
  const next = await start();
  const client = await connect(next.servingUrl);
  expect((await client.query('select current_user as name')).rows).toEqual([{ name: 'dais_app' }]);
});

test('a process named by a stale PID file is not killed if it is not PostgreSQL', async () => {
  const first = await start();
  await first.stop();
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
  servers.push(stranger);
  const cluster = join(dataDir, 'postgres');
  const mark = [stranger.pid, cluster, Math.floor(Date.now() / 1000), 1, '', '127.0.0.1', '', 'ready'];
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${mark.join('\n')}\n`);
  await start();
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

test('a killed PostgreSQL restarts on the same port, and connection pools reconnect', async () => {
  const postgres = await start();
  await keepWord(postgres.ownerUrl);
  const pool = new Pool({ connectionString: postgres.ownerUrl });
  pool.on('error', () => undefined);
  expect((await pool.query('select word from kept')).rows).toEqual([{ word: 'agreed' }]);
  const before = postgres.postmasterPid();
  process.kill(before, 'SIGKILL');
  const answered = async () => (await pool.query('select word from kept')).rows;
  await expect.poll(() => answered().catch(() => 'not yet'), { timeout: 20_000 }).toEqual([{ word: 'agreed' }]);
  await pool.end();
  await expect.poll(() => postgres.postmasterPid(), { timeout: 5_000 }).not.toBe(before);
});

test('Ctrl-C stops the server, which then shuts PostgreSQL down cleanly', async () => {
  const server = await serverProcess();
  await keepWord(server.ownerUrl);
  // The signal goes to the whole process group, as from a terminal.
  process.kill(-(server.child.pid ?? 0), 'SIGINT');
  expect((await once(server.child, 'exit'))[0]).toBe(0);
  expect(await processBeginning(server.pid)).toBeUndefined();
  await expect(readFile(join(dataDir, 'postgres.lock'))).rejects.toThrow('ENOENT');
  const next = await start();
  expect(await words(next.ownerUrl)).toEqual(['agreed']);
});

test('a second server process is rejected while the first is running', async () => {
  const server = await serverProcess();
  await expect(startEmbeddedPostgres({ dataDir, log: quiet })).rejects.toThrow(`is using the data folder ${dataDir}.`);
  expect(await processBeginning(server.pid)).toBeDefined();
});
