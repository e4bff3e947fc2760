import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from './database.ts';
import { createDeferredWrites, type DeferredKind, type DeferredWrites } from './deferred-writes.ts';

interface Visit {
  readonly member: string;
  readonly at: number;
}

const warn = vi.fn();
const db = {} as Database;
const writes: Visit[][] = [];
let failing = false;
let holding: Promise<void> | null = null;
let deferred: DeferredWrites;
const visits: DeferredKind<Visit> = {
  name: 'visits',
  keyOf: ({ member }) => member,
  async write(_db, items) {
    await holding;
    if (failing) throw new Error('The database is away.');
    writes.push([...items]);
  },
};

beforeEach(() => {
  warn.mockReset();
  writes.length = 0;
  failing = false;
  holding = null;
  deferred = createDeferredWrites({ db, log: { warn } });
});
afterEach(() => deferred.stop());

test('deferred writes are combined into the latest write for each key', async () => {
  for (const at of [1, 2]) deferred.add(visits, { member: 'ada', at });
  deferred.add(visits, { member: 'ben', at: 3 });
  expect(writes).toEqual([]);
  await vi.waitFor(() => expect(writes).toHaveLength(1));
  expect(writes[0]).toEqual([
    { member: 'ada', at: 2 },
    { member: 'ben', at: 3 },
  ]);
});

test('a failed write is retried unless a newer one replaced it, and does not block other kinds of writes', async () => {
  const broken: DeferredKind<Visit> = { ...visits, name: 'broken', write: () => Promise.reject(new Error('never')) };
  failing = true;
  deferred.add(broken, { member: 'eve', at: 0 });
  deferred.add(visits, { member: 'ada', at: 1 });
  await deferred.flush();
  expect(warn).toHaveBeenCalledTimes(2);
  deferred.add(visits, { member: 'ada', at: 2 });
  failing = false;
  await deferred.flush();
  expect(writes).toEqual([[{ member: 'ada', at: 2 }]]);
});

test('at most 10,000 writes are queued behind a hanging write', async () => {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  holding = promise;
  deferred.add(visits, { member: 'first', at: 0 });
  const flushed = deferred.flush();
  await pause(10);
  for (let nth = 0; nth < 10_500; nth += 1) deferred.add(visits, { member: `m${nth}`, at: nth });
  deferred.add(visits, { member: 'm3', at: 99 });
  await pause(600);
  expect(writes).toEqual([]);
  release();
  await flushed;
  await deferred.flush();
  expect(writes).toHaveLength(2);
  expect(writes[1]).toHaveLength(10_000);
  expect(writes[1]).toContainEqual({ member: 'm3', at: 99 });
});

test('concurrent flushes and stop() wait for all earlier writes', async () => {
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const ended: string[] = [];
  const flush = (member: string): Promise<void> => {
    deferred.add(visits, { member, at: 0 });
    return deferred.flush().then(() => void ended.push(member));
  };
  holding = held[0].promise;
  const flushed = [flush('ada')];
  await pause(10);
  holding = held[1].promise;
  flushed.push(flush('ben'), flush('eve'));
  const stopped = deferred.stop().then(() => void ended.push('stop'));
  held[0].resolve();
  await pause(50);
  expect(ended).toEqual(['ada']);
  held[1].resolve();
  await Promise.all([...flushed, stopped]);
  expect(writes.map((items) => items.map(({ member }) => member))).toEqual([['ada'], ['ben', 'eve']]);
});

test('writes are no longer retried or accepted after stop()', async () => {
  failing = true;
  deferred.add(visits, { member: 'ada', at: 1 });
  await deferred.stop();
  deferred.add(visits, { member: 'ben', at: 2 });
  failing = false;
  await pause(600);
  expect(writes).toEqual([]);
  expect(warn).toHaveBeenCalledTimes(1);
});
