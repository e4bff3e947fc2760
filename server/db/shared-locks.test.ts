import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, sharedCluster, type TestDatabase } from '#tests/support/database.ts';
import { createSharedLocks, type SharedLocks } from './shared-locks.ts';

let database: TestDatabase;
let here: SharedLocks;
let there: SharedLocks;
const silent = pino({ level: 'silent' });

beforeEach(async () => {
  database = await createTestDatabase();
  here = createSharedLocks({ servingUrl: database.servingUrl, log: silent });
  there = createSharedLocks({ servingUrl: database.servingUrl, log: silent });
});
afterEach(async () => {
  await Promise.all([here.stop(), there.stop()]);
  await database.drop();
});

const patiently = (letGo: () => void = () => undefined) => ({ signal: new AbortController().signal, letGo });
const briefly = () => ({ signal: AbortSignal.timeout(100), letGo: () => undefined });

async function held(taken: ReturnType<SharedLocks['take']>): Promise<() => Promise<void>> {
  const release = await taken;
  if (release === null) throw new Error('The lock was not granted.');
  return release;
}

test('a held lock cannot be taken on any server, but locks with other names can', async () => {
  const release = await held(here.take('paper', patiently()));
  expect(await here.take('paper', briefly())).toBeNull();
  expect(await there.take('paper', briefly())).toBeNull();
  await (await held(there.take('minutes', patiently())))();
  await release();
  await (await held(there.take('paper', patiently())))();
});

test('requesting a lock notifies its holder, even on another server, and succeeds once the lock is released', async () => {
  for (const [holder, next] of [[here, here] as const, [here, there] as const]) {
    let release: (() => Promise<void>) | null = null;
    const asked = vi.fn(() => void release?.());
    release = await held(holder.take('paper', patiently(asked)));
    await (await held(next.take('paper', patiently())))();
    expect(asked).toHaveBeenCalled();
  }
});

test('twenty requests on two servers get the lock one at a time', async () => {
  let inside = 0;
  let most = 0;
  const visit = async (server: SharedLocks): Promise<void> => {
    const release = await held(server.take('paper', patiently()));
    inside += 1;
    most = Math.max(most, inside);
    await new Promise(setImmediate);
    inside -= 1;
    await release();
  };
  await Promise.all(Array.from({ length: 20 }, (_, nth) => visit(nth % 2 === 0 ? here : there)));
  expect([most, inside]).toEqual([1, 0]);
});

test('thirty held locks use one connection', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, nth) => held(here.take(`paper ${nth}`, patiently()))));
  expect(await ofConnections('pid')).toHaveLength(1);
});

test('a lost connection releases its locks and notifies their holders', async () => {
  const reported = vi.fn();
  const release = await held(here.take('paper', patiently(reported)));
  await ofConnections('pg_terminate_backend(pid)');
  await vi.waitFor(() => expect(reported).toHaveBeenCalled());
  const releaseThere = await held(there.take('paper', patiently()));
  await release();
  expect(await here.take('paper', briefly())).toBeNull();
  await releaseThere();
  await (await held(here.take('paper', patiently())))();
});

/** Evaluates the expression for each lock connection whose last query matches the pattern. */
async function ofConnections<Value>(expression: string, query = '%'): Promise<readonly Value[]> {
  const client = new pg.Client({ connectionString: (await sharedCluster()).superuserUrl });
  await client.connect();
  const { rows } = await client.query<{ value: Value }>(
    `select ${expression} as value from pg_stat_activity
     where application_name = 'dais-locks' and datname = $1 and query ilike $2`,
    [new URL(database.servingUrl).pathname.slice(1), query],
  );
  await client.end();
  return rows.map(({ value }) => value);
}

test('a lock connection that stops responding is closed, so that another server can take its lock', async () => {
  const hasty = createSharedLocks({ servingUrl: database.servingUrl, log: silent, answerMsMax: 300 });
  await (await held(hasty.take('minutes', patiently())))();
  const [pid = 0] = await ofConnections<number>('pid', '%unlock%');
  expect(pid).toBeGreaterThan(1);
  process.kill(pid, 'SIGSTOP');
  try {
    await expect(hasty.take('paper', patiently())).rejects.toThrow();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await (await held(there.take('paper', patiently())))();
  await (await held(hasty.take('paper', patiently())))();
  await hasty.stop();
});
