import { access, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { startServer } from '#server/start-server.ts';
import { asSuperuser } from './support/as-superuser.ts';
import { createTestContext, testSecretKey } from './support/context.ts';
import { feedFile, makeMember } from './support/factories.ts';
import { copyMigratedFolder } from './support/migrated-folder.ts';
import { type RunningServer, startRunningServer } from './support/running-server.ts';
import { runProgram } from './support/server-process.ts';

vi.setConfig({ testTimeout: 60_000 });

let server: RunningServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const open = async (running: RunningServer) => (await fetch(`${running.url}/health`)).status;

test('an empty installation prints a one-time link for its set-up', async () => {
  server = await startRunningServer();
  expect(await open(server)).toBe(200);
  const link = new URL(server.setupUrl ?? '');
  expect(link.origin).toBe(server.url);
  const setup = await fetch(`${server.url}/ajax/setup${link.search}`);
  expect(await setup.json()).toEqual({ status: 'success', data: { is_open: true } });
  const key = await stat(join(server.dataDir, 'keys/secret-key'));
  expect(key.mode & 0o777).toBe(0o600);
});

test('the server stops cleanly on a signal, and starts again with the same key even after a kill', async () => {
  server = await startRunningServer({}, copyMigratedFolder);
  const key = await readFile(join(server.dataDir, 'keys/secret-key'), 'utf8');
  expect(await server.terminate()).toBe(0);
  expect(server.output()).not.toContain('"level":');
  await expect(fetch(`${server.url}/health`)).rejects.toThrow();
  await expect(access(join(server.dataDir, 'postgres/postmaster.pid'))).rejects.toThrow();
  for (const end of ['stopped', 'killed'] as const) {
    if (end === 'killed') await server.kill();
    await server.restart();
    expect(await open(server)).toBe(200);
    expect(await readFile(join(server.dataDir, 'keys/secret-key'), 'utf8')).toBe(key);
  }
});

test('startup fails if METRICS_PORT is in use, and a stop signal is logged once', async () => {
  server = await startRunningServer({ LOG_LEVEL: 'info' }, copyMigratedFolder);
  const { port } = new URL(server.url);
  const folder = await mkdtemp(join(tmpdir(), 'dais-tests-starting-'));
  const settings = { DATA_DIR: join(folder, 'data'), PORT: '0', METRICS_PORT: port, LOG_LEVEL: 'silent' };
  try {
    await expect(startServer(readConfig(settings, 'serve'))).rejects.toThrow(
      `The setting METRICS_PORT is wrong: another program is listening on port ${port}.`,
    );
    await expect(access(settings.DATA_DIR)).rejects.toThrow('ENOENT');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  expect(await server.terminate()).toBe(0);
  const lines = server.output().split('\n');
  expect(lines.filter((line) => line.includes('"signal":"SIGTERM"') && line.includes('"msg":"stopping"'))).toHaveLength(
    1,
  );
});

test('members without a calendar feed get one at startup', async () => {
  const context = await createTestContext();
  const member = await makeMember(context);
  await asSuperuser(context, (database) => database.query('delete from calendar_feeds'));
  const { dataDir } = context.config;
  const database = { DATABASE_URL: context.servingUrl, DATABASE_OWNER_URL: context.ownerUrl };
  const settings = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', SECRET_KEY: testSecretKey, LOG_LEVEL: 'silent' };
  const started = await startServer(readConfig({ ...settings, ...database }, 'serve'));
  try {
    const feed = await fetch(`${started.address}/feed/${feedFile(context, member)}`);
    expect([feed.status, feed.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/calendar')]);
  } finally {
    await started.stop();
    await context.stop();
  }
});

test('port 0 selects a free port, and the address with this port is printed', async () => {
  server = await startRunningServer({ PORT: '0', APP_URL: '' }, copyMigratedFolder);
  const address = / is open at (\S+)\n/.exec(server.output())?.[1] ?? '';
  expect(address).toMatch(/^http:\/\/localhost:[1-9]\d*$/);
  expect((await fetch(`${address}/health`)).status).toBe(200);
});

test('an unreachable mail server and an unknown setting are reported but do not prevent startup', async () => {
  server = await startRunningServer(
    { SMTP_URL: 'smtp://127.0.0.1:1', SMPT_URL: 'smtp://mail.example' },
    copyMigratedFolder,
  );
  const running = server;
  expect(await open(running)).toBe(200);
  await vi.waitFor(() => expect(running.output()).toContain('the server in SMTP_URL does not accept it'));
  expect(running.output()).toContain('The setting SMPT_URL is unknown and has no effect. Did you mean SMTP_URL?');
});

test('a wrong setting prevents startup with a one-sentence message', async () => {
  const { code, err } = await runProgram('main', { PORT: 'eighty' });
  expect([code, err]).toEqual([1, 'The setting PORT is wrong: it must be a whole number from 0 to 65535.\n']);
});
