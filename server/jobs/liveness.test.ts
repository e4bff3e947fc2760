import { expect, test, vi } from 'vitest';
import { testApp } from '#tests/support/test-app.ts';
import { startLiveness } from './liveness.ts';
import { addJob } from './queue.ts';

const server = testApp();

const beatMs = 200;
const start = () => startLiveness({ servingUrl: server.context.servingUrl, log: { warn: vi.fn() }, beatMs });
const rowsOf = async (text: string) => (await server.asSuperuser((client) => client.query(text))).rows;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a worker pool retains its jobs when it loses a connection and releases them when it ends', async () => {
  await addJob(server.context.db, { name: 'held', payload: {}, key: 'held' });
  await rowsOf(
    `update graphile_worker._private_jobs set locked_by = 'pool', locked_at = now() - interval '1 minute' where key = 'held'`,
  );
  const holder = async () =>
    (await rowsOf(`select locked_by from graphile_worker._private_jobs where key = 'held'`))[0]?.locked_by;
  const connections = `from pg_stat_activity where application_name = 'dais-liveness' and datname = current_database()`;
  const own = start();
  own.announce('pool');
  await pause(2 * beatMs);
  expect(await rowsOf(`select pid ${connections}`)).toHaveLength(1);
  const other = start();
  try {
    await pause(3 * beatMs);
    for (let nth = 0; nth < 3; nth += 1) {
      await rowsOf(
        `select pg_terminate_backend(pid) ${connections} and pid in (select pid from pg_locks where locktype = 'advisory')`,
      );
      await pause(3 * beatMs);
      expect(await holder()).toBe('pool');
    }
    await own.stop();
    await expect.poll(holder, { timeout: 10_000 }).toBeNull();
  } finally {
    await Promise.all([own.stop(), other.stop()]);
  }
});
