import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { isUnreachable } from './availability.ts';
import { breakOffWhenSilent, keepConnection } from './kept-connection.ts';

let database: TestDatabase;
let proxy: Awaited<ReturnType<typeof silentProxy>>;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  proxy = await silentProxy(database.servingUrl);
});
afterEach(() => proxy.stop());
afterAll(() => database.drop());

/** The proxy can stop forwarding without closing the connection, as if the machine had vanished. */
async function silentProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!isSilent) to.write(bytes);
      });
      from.once('error', () => to.destroy());
      from.once('close', () => {
        sockets.delete(from);
        if (!isSilent) to.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const through = new URL(target);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    fallSilent: () => {
      isSilent = true;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const patience = { beatMs: 800, silenceMs: 400 };

test('a long-lived database connection stays open while idle and is closed when the database stops responding', async () => {
  const [warn, onMessage] = [vi.fn(), vi.fn()];
  const kept = await keepConnection(
    { connectionString: proxy.url, application_name: 'dais-test' },
    { log: { warn }, hears: { channel: 'dais_kept', onMessage }, patience },
  );
  const ended = new Promise<number>((resolve) => kept.once('end', () => resolve(performance.now())));
  await kept.query("select pg_notify('dais_kept', 'one')");
  await vi.waitFor(() => expect(onMessage).toHaveBeenCalledExactlyOnceWith('one'));
  await new Promise((resolve) => setTimeout(resolve, 3 * patience.silenceMs));
  expect((await kept.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(warn).not.toHaveBeenCalled();

  const silentSince = performance.now();
  proxy.fallSilent();
  expect((await ended) - silentSince).toBeLessThan(5_000);
  expect(warn).toHaveBeenCalled();
});

test('a statement that gets no response fails, but a slow statement or an idle connection does not', async () => {
  const client = new pg.Client({ connectionString: proxy.url });
  client.on('error', () => undefined);
  await client.connect();
  breakOffWhenSilent(client, 800);
  await client.query('begin');
  await new Promise((resolve) => setTimeout(resolve, 1_600));
  await client.query('select pg_sleep(0.4)');
  await client.query('commit');

  proxy.fallSilent();
  const failed = await client.query('select 1').catch((error: unknown) => error);
  expect(isUnreachable(failed)).toBe(true);
  await client.end();
});
