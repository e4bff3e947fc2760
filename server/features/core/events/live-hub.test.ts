import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { LiveLine } from '#contract/events.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createLiveHub, type LiveHub } from './live-hub.ts';

const boardId = randomUUID();
const warn = vi.fn();
let database: TestDatabase;
let hub: LiveHub;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => hub.stop());
afterAll(() => database.drop());

async function start(): Promise<void> {
  hub = createLiveHub({ servingUrl: database.servingUrl, log: { warn } as never });
  await hub.start();
}

function hear(age?: number) {
  const lines: (LiveLine | Buffer)[] = [];
  let isEnded = false;
  const end = hub.subscribe(
    boardId,
    {
      memberId: randomUUID(),
      sessionId: randomUUID(),
      isBoardAdmin: false,
      send: (line) => lines.push(line),
      end: () => (isEnded = true),
    },
    age,
  );
  return { lines, end, isEnded: () => isEnded };
}

const gap = { gap: true } as const;

async function change(count = 1): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const witness = hear();
  await asSuperuser(database, (client) =>
    client.query(
      `select pg_notify('dais_live', json_build_object('board', $1::text, 'audience', 'everyone', 'event', json_build_object('noun', 'meeting', 'id', id))::text)
       from unnest($2::text[]) with ordinality as each(id, nth) order by nth`,
      [boardId, ids],
    ),
  );
  await vi.waitFor(() => expect(witness.lines).toHaveLength(count), 10_000);
  witness.end();
  return ids;
}
const idsOf = (lines: readonly (LiveLine | Buffer)[]) =>
  lines.map((line) => (Buffer.isBuffer(line) ? 'bytes' : 'gap' in line ? 'gap' : line.id));

test('a page loaded before the server started listening for events is notified that it may have missed some', async () => {
  await start();
  const listening = performance.now();
  await change();
  expect(hear(60_000).lines).toEqual([gap]);
  const ids = await change();
  const recent = hear(performance.now() - listening);
  expect(idsOf(recent.lines)).toContain(ids[0]);
  expect(idsOf(recent.lines)).not.toContain('gap');
  expect(hear().lines).toEqual([]);
});

test('after a lost database connection, a page is notified that it may have missed events', async () => {
  await start();
  const listening = performance.now();
  await change();
  const open = hear();
  await asSuperuser(database, (client) =>
    client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dais-live' and datname = current_database()",
    ),
  );
  await vi.waitFor(() => expect(open.isEnded()).toBe(true), 10_000);
  const again = performance.now();
  expect(hear(performance.now() - listening).lines).toEqual([gap]);
  const ids = await change();
  expect(idsOf(hear(performance.now() - again).lines)).toEqual(ids);
});

test('a page that missed more events than the server keeps is notified that it may have missed some', async () => {
  await start();
  const listening = performance.now();
  await change();
  const dropped = performance.now();
  const ids = await change(5_000);
  expect(hear(performance.now() - listening).lines).toEqual([gap]);
  expect(idsOf(hear(performance.now() - dropped).lines)).toEqual(ids);
});
