import { chmod, cp, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { initialiseCluster, superuserName } from './initialise-cluster.ts';
import { binariesIn, findPostgresBinaries } from './postgres-binaries.ts';
import { choosePostgresLaunch, giveClusterToPostgres, type PostgresLaunch } from './postgres-launch.ts';
import { freePort, startPostmaster, stopPostmaster } from './postmaster.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const isRoot = process.getuid?.() === 0;
let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'dais-closed-'));
  await chmod(home, 0o700);
});
const copies: string[] = [];
afterEach(async () => {
  for (const folder of [home, ...copies.splice(0)]) await rm(folder, { recursive: true, force: true });
});

async function closedCheckout() {
  const dataDir = join(home, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  const native = join(home, 'native');
  await cp((await findPostgresBinaries()).folder, native, { recursive: true, verbatimSymlinks: true });
  return { dataDir, binaries: binariesIn(native) };
}

type Way = Exclude<PostgresLaunch['way'], 'as it is'>;

async function serveOnce(way: Way): Promise<string> {
  const { dataDir, binaries } = await closedCheckout();
  const launches = await choosePostgresLaunch(binaries, dataDir, [way]);
  if (way === 'copy') copies.push(launches.server.binaries.folder);
  await initialiseCluster({ launches, dataDir, superuserPassword: 'correct horse', sync: false });
  const folder = join(dataDir, 'postgres');
  await giveClusterToPostgres(launches.server, folder);
  const port = await freePort();
  const postmaster = await startPostmaster({ launch: launches.server, folder, port, settings: {}, log: quiet });
  const client = new Client(`postgres://${superuserName}:correct%20horse@127.0.0.1:${port}/postgres`);
  await client.connect();
  const answer = await client.query<{ server_encoding: string }>('show server_encoding');
  await client.end();
  await stopPostmaster(postmaster);
  expect((await stat(folder)).uid).toBe(launches.server.fileOwner);
  return answer.rows[0]?.server_encoding ?? '';
}

describe.runIf(isRoot)('root with a folder that other users cannot enter', () => {
  test.each<Way>(['capability', 'copy', 'user namespace'])('runs PostgreSQL using a %s', async (way) => {
    expect(await serveOnce(way)).toBe('UTF8');
  });
});

test.runIf(isRoot)('root runs PostgreSQL as another user if other users can enter the folder', async () => {
  const dataDir = join(home, 'data');
  await mkdir(dataDir);
  await chmod(home, 0o755);
  await chmod(dataDir, 0o755);
  const { server } = await choosePostgresLaunch(await findPostgresBinaries(), dataDir);
  expect(server.way).toBe('other user');
});

test.runIf(isRoot)(
  'startup on a machine that cannot run PostgreSQL fails with a message that names the alternatives',
  async () => {
    const { dataDir, binaries } = await closedCheckout();
    const choice = choosePostgresLaunch(binaries, dataDir, ['other user']);
    await expect(choice).rejects.toThrow(/does not run as root.*Start Dais as an ordinary user.*or set DATABASE_URL/);
  },
);

test.skipIf(isRoot)('an ordinary user runs PostgreSQL without switching users', async () => {
  const { server } = await choosePostgresLaunch(await findPostgresBinaries(), home);
  expect(server).toMatchObject({ way: 'as it is', prefix: [], fileOwner: undefined });
});

test('missing library links and file permissions of the PostgreSQL programs are repaired', async () => {
  const binaries = await findPostgresBinaries();
  expect((await stat(binaries.postgres)).mode & 0o111).toBe(0o111);
  if (process.platform === 'linux')
    expect((await stat(join(binaries.folder, 'lib', 'libpq.so.5'))).isFile()).toBe(true);
});
