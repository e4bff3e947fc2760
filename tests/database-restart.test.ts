import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openInstallation } from './support/installation.ts';
import { copyMigratedFolder } from './support/migrated-folder.ts';
import { readEvents } from './support/read-events.ts';
import { type RunningServer, startRunningServer } from './support/running-server.ts';

let server: RunningServer;
afterEach(() => server.stop());

test('PostgreSQL restarted beneath a running server: 503 meanwhile and nothing else, then all goes on by itself, live changes and mail too', async () => {
  server = await startRunningServer({}, copyMigratedFolder);
  const installation = await openInstallation(server);
  const { client } = installation.admin;
  const stream = await readEvents(client);
  const { id } = await installation.meeting({ title: 'Before' });
  // The first line of the file is the postmaster's process; SIGINT is a restart as operators do it (PostgreSQL, “Shutting Down the Server”).
  const [pid] = (await readFile(join(server.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGINT');

  const statuses = new Set<number>();
  const health = new Set<number>();
  // The page learns that it has missed something by the end of its stream.
  let isEnded = false;
  const ended = stream.ended.then(() => {
    isEnded = true;
  });
  while (!isEnded) {
    const [asked, healthy] = await Promise.all([
      client.call('GET', `/ajax/meetings/${id}`),
      fetch(`${server.url}/health`),
    ]);
    statuses.add(asked.status);
    health.add(healthy.status);
  }
  await ended;
  const others = [...statuses, ...health].filter((status) => status !== 200 && status !== 503);
  expect(others).toEqual([]);

  const again = await readEvents(client);
  await expect.poll(async () => (await fetch(`${server.url}/health`)).status, { timeout: 20_000 }).toBe(200);
  const after = await installation.meeting({ title: 'After' });
  await again.until((event) => event.noun === 'meeting' && event.id === after.id);
  await server.mailbox?.waitFor(({ email }) => email.subject?.includes('After') === true, 30_000);
  expect(server.output()).not.toContain('Unhandled');
  again.end();
}, 120_000);
