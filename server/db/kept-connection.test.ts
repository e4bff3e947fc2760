import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type SilentProxy, silentProxy } from '#tests/support/silent-proxy.ts';
import { isUnreachable } from './availability.ts';
import { breakOffWhenSilent, keepConnection } from './kept-connection.ts';

let database: TestDatabase;
let proxy: SilentProxy;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  proxy = await silentProxy(database.servingUrl);
});
afterEach(() => proxy.stop());
afterAll(() => database.drop());

const patience = { beatMs: 800, silenceMs: 400 };

test('a kept connection receives its channel, stays open while idle, and ends when the database is silent', async () => {
  const [warn, onMessage] = [vi.fn(), vi.fn()];
  const kept = await keepConnection(
    { connectionString: proxy.through(database.servingUrl), application_name: 'dais-test' },
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

test('a statement without an answer fails as unreachable, and a slow one or a pause does not', async () => {
  const client = new pg.Client({ connectionString: proxy.through(database.servingUrl) });
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
