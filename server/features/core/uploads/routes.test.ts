import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { createSharedLocks, type SharedLocks } from '#server/db/shared-locks.ts';
import { testApp } from '#tests/support/test-app.ts';
import { type Uploader, uploader } from '#tests/support/upload.ts';

const server = testApp();
let other: FastifyInstance;
let locksOfOther: SharedLocks;
let attach: (uploadId: string) => Promise<number>;
let here: Uploader;
let there: Uploader;

beforeAll(async () => {
  const { context } = server;
  // Simulates another process with its own locks and the same database and storage.
  locksOfOther = createSharedLocks({ servingUrl: context.servingUrl, log: context.log });
  const contextOfOther = { ...context, locks: locksOfOther };
  other = await createApp(contextOfOther);
  const board = await server.make.board();
  const admin = await server.make.member({ board, isBoardAdmin: true });
  const home = { kind: 'meeting', id: (await server.make.meeting({ board })).id };
  here = await uploader(server.app, context, admin);
  there = await uploader(other, contextOfOther, admin);
  const client = await server.signIn(admin);
  attach = async (upload_id) => (await client.post('/ajax/documents', { upload_id, home })).status;
});
afterAll(async () => {
  await other.close();
  await locksOfOther.stop();
});

const bytes = Buffer.from(`%PDF-1.7\n${'a paper of some length\n'.repeat(4000)}%%EOF\n`);
const half = bytes.length >> 1;

const announced = () => here.begin({ name: 'paper.pdf', length: bytes.length });

test('an upload that is started on one server can be continued on another', async () => {
  const id = await announced();
  await here.append(id, { offset: 0, bytes: bytes.subarray(0, half) });
  expect((await there.inspect(id)).headers.get('upload-offset')).toBe(String(half));
  expect((await there.append(id, { offset: half, bytes: bytes.subarray(half) })).status).toBe(204);
  expect(await attach(id)).toBe(200);
});

test('an attached or expired upload returns 404', async () => {
  for (const change of ['consumed_at = now()', `expires_at = '2026-11-16T12:00:00Z'`]) {
    const id = await announced();
    await server.sql(`update uploads set ${change} where id = $1`, [id]);
    expect((await there.inspect(id)).status).toBe(404);
  }
});

test('a server takes over an upload from a request that hangs on another server', async () => {
  const id = await announced();
  const hanging = here.hang(id, { offset: 0, bytes: bytes.subarray(0, half), length: bytes.length });
  await vi.waitFor(async () => expect(await server.context.uploads.byteSize(id)).toBe(half));
  expect((await there.inspect(id)).headers.get('upload-offset')).toBe(String(half));
  hanging.end(bytes.subarray(half));
  expect((await there.append(id, { offset: half, bytes: bytes.subarray(half) })).status).toBe(204);
  expect(await server.context.uploads.byteSize(id)).toBe(bytes.length);
  expect(await attach(id)).toBe(200);
});

test('a server still responds if the uploads in progress outnumber its database connections', async () => {
  const ids = await Promise.all(Array.from({ length: 25 }, announced));
  const hanging = ids.map((id) => here.hang(id, { offset: 0, bytes: bytes.subarray(0, half), length: bytes.length }));
  for (const id of ids) await vi.waitFor(async () => expect(await server.context.uploads.byteSize(id)).toBe(half));
  expect((await here.inspect(await announced())).status).toBe(200);
  for (const request of hanging) request.destroy();
});
