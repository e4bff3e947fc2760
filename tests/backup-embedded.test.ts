import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { httpClient } from './support/http-client.ts';
import { openInstallation } from './support/installation.ts';
import { copyMigratedFolder } from './support/migrated-folder.ts';
import { type RunningServer, startRunningServer } from './support/running-server.ts';
import { runProgram } from './support/server-process.ts';

vi.setConfig({ testTimeout: 120_000 });
let scratch: string;
let server: RunningServer;
let restored: RunningServer | undefined;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'dais-backup-cli-'));
  server = await startRunningServer({}, copyMigratedFolder);
}, 60_000);
afterAll(async () => {
  await server?.stop();
  await restored?.stop();
  await rm(scratch, { recursive: true, force: true });
});

const run = (command: 'backup' | 'restore', dataDir: string, ...args: readonly string[]) =>
  runProgram(command, { DATA_DIR: dataDir }, ...args);

test('an installation can be backed up while running or stopped, and restored to an empty folder', async () => {
  const { admin, meeting, paper } = await openInstallation(server);
  const bytes = Buffer.from('%PDF-1.7\n% a paper\n%%EOF\n');
  const documentId = await paper(await meeting(), { name: 'paper.pdf', bytes });
  const [serving, resting] = [join(scratch, 'serving'), join(scratch, 'resting')];
  const made = await run('backup', server.dataDir, '--to', serving);
  expect(made).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^Backed up \d+ rows from \d+ tables and 1 files/),
  });
  expect((await run('restore', server.dataDir, '--from', serving)).err).toMatch(
    /is not empty|Another Dais server is using/,
  );
  expect((await admin.client.call('GET', '/ajax/start')).json.data.user.email).toBe(admin.email);
  await server.terminate();
  expect((await run('backup', server.dataDir, '--to', resting)).code).toBe(0);
  expect((await run('backup', server.dataDir)).err).toBe('Usage: npm run backup -- --to FOLDER [--without-key]\n');

  const dataDir = join(scratch, 'data');
  expect(await run('restore', dataDir, '--from', resting)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^Restored \d+ rows into the embedded database of \S+ and 1 files/),
  });
  const key = join(dataDir, 'keys/secret-key');
  expect(await readFile(key)).toEqual(await readFile(join(server.dataDir, 'keys/secret-key')));
  expect((await stat(key)).mode & 0o777).toBe(0o600);
  restored = await startRunningServer({ DATA_DIR: dataDir });
  expect(restored.setupUrl).toBeNull();
  const client = httpClient(restored.url);
  await client.call('GET', '/ajax/start');
  expect((await client.call('POST', '/login', { email: admin.email, password: admin.password })).status).toBe(200);
  const served = await client.raw('GET', `/document/${documentId}`, {});
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
  const old = await fetch(`${restored.url}/ajax/start`, {
    headers: {
      cookie: [...admin.client.cookies()].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-requested-with': 'XMLHttpRequest',
    },
  });
  expect(((await old.json()) as { data: { user: { email: string } } }).data.user.email).toBe(admin.email);
});
