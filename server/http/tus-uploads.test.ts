import { ERRORS } from '@tus/server';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createTestContext, type TestContext } from '#tests/support/context.ts';
import { makeBoard, makeMember } from '#tests/support/factories.ts';
import { type Uploader, uploader } from '#tests/support/upload.ts';

const lines: Record<string, unknown>[] = [];
let context: TestContext;
let app: FastifyInstance;
let upload: Uploader;
let failure: unknown = null;

beforeAll(async () => {
  const made = await createTestContext();
  const { store } = made.uploads;
  const write = store.write.bind(store);
  store.write = (...given) => (failure === null ? write(...given) : Promise.reject(failure));
  context = { ...made, log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }) };
  app = await createApp(context);
  const board = await makeBoard(context);
  upload = await uploader(app, context, await makeMember(context, { board, isBoardAdmin: true }));
});
beforeEach(() => {
  lines.length = 0;
  failure = null;
});
afterAll(async () => {
  await app?.close();
  await context?.stop();
});

const bytes = Buffer.from('%PDF-1.7\n%%EOF\n');
const announced = async (): Promise<string> =>
  (await upload.announce({ name: 'paper.pdf', length: bytes.length })).headers.get('location')?.split('/').at(-1) ?? '';

test('an error in the upload store is logged with its details, but the response does not contain them', async () => {
  const id = await announced();
  failure = new Error('connect to bucket.internal.example at /srv/secret/files');
  const answer = await upload.append(id, { offset: 0, bytes });
  const body = await answer.json();
  expect([answer.status, body]).toEqual([500, { status: 'error', msg: '', request_id: expect.any(String) }]);
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 50,
      requestId: body.request_id,
      uploadId: id,
      err: expect.objectContaining({ message: (failure as Error).message, stack: expect.any(String) }),
    }),
  );
});

test.each<readonly [what: string, error: unknown]>([
  ['a store that refuses connections', Object.assign(new Error('connect 10.0.0.7:443'), { code: 'ECONNREFUSED' })],
  ['a bucket that does not respond', Object.assign(new Error('the socket timed out'), { name: 'TimeoutError' })],
  ['a bucket that is overloaded', Object.assign(new Error('slow down'), { $metadata: { httpStatusCode: 503 } })],
  ['an upload whose lock is not released', ERRORS.ERR_LOCK_TIMEOUT],
])('%s causes a 503 with Retry-After and a warning in the log', async (_what, error) => {
  const id = await announced();
  failure = error;
  const answer = await upload.append(id, { offset: 0, bytes });
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'error', msg: '' }]);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 40, uploadId: id, msg: 'a service that the upload needs could not be reached' }),
  );
});

test('a rejected upload request returns the protocol’s status code, but not the upload library’s message', async () => {
  const id = await announced();
  const answer = await upload.append(id, { offset: 3, bytes: bytes.subarray(3) });
  expect([answer.status, await answer.json()]).toEqual([409, { status: 'error', msg: '' }]);
  expect(lines).toContainEqual(expect.objectContaining({ level: 30, uploadId: id, msg: 'upload refused' }));
});
