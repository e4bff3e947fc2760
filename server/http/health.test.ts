import { expect, test } from 'vitest';
import type { DocumentStorage } from '#server/integrations/storage/document-storage.ts';
import { version } from '#server/version.ts';
import { withClosedDatabase } from '#tests/support/closed-database.ts';
import { createTestContext } from '#tests/support/context.ts';
import { testApp } from '#tests/support/test-app.ts';
import { createApp } from '../app.ts';

const server = testApp();
const ask = async (path: string) => {
  const { status, json, headers } = await server.stranger().get(path);
  expect(headers['cache-control']).toBe('no-store');
  return { status, json };
};

test('the health endpoints report the version, and /health/ready also reports the database and the storage', async () => {
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  const parts = { database: 'ok', storage: 'ok' };
  expect(await ask('/health')).toEqual({ status: 200, json: { status: 'ok', version } });
  expect(await ask('/health/live')).toEqual({ status: 200, json: { status: 'ok', version } });
  expect(await ask('/health/ready')).toEqual({ status: 200, json: { status: 'ok', version, ...parts } });
});

test('a server whose database is unreachable is live but not ready', async () => {
  await withClosedDatabase(server.context, async () => {
    expect((await ask('/health/live')).status).toBe(200);
    expect((await ask('/health')).status).toBe(503);
    expect(await ask('/health/ready')).toEqual({
      status: 503,
      json: { status: 'unavailable', version, database: 'unavailable', storage: 'ok' },
    });
  });
});

const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

const rooms: readonly (readonly [state: string, room: DocumentStorage['room']])[] = [
  ['full', async () => 1_000],
  ['full', () => Promise.reject(full)],
  ['unavailable', () => Promise.reject(new Error('read-only file system'))],
  ['ok', async () => null],
];

test.each(rooms)('if the storage is %s, /health returns 200 and /health/ready reports it', async (state, room) => {
  const { storage } = server.context;
  const context = await createTestContext({}, { storage: { ...storage, room } satisfies DocumentStorage });
  const app = await createApp(context);
  try {
    expect((await app.inject('/health')).statusCode).toBe(200);
    const ready = await app.inject('/health/ready');
    expect([ready.statusCode, ready.json().storage]).toEqual([state === 'ok' ? 200 : 503, state]);
  } finally {
    await app.close();
    await context.stop();
  }
});
