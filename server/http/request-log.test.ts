import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { signIn, stranger } from '#tests/support/client.ts';
import { createTestContext, type TestContext } from '#tests/support/context.ts';
import { makeMember } from '#tests/support/factories.ts';
import { routeOf } from './request-log.ts';

let context: TestContext;

beforeAll(async () => {
  context = await createTestContext();
});
afterAll(async () => {
  await context.stop();
});

test('each request is logged in one line with user, board, route and status', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const app = await createApp({ ...context, log });
  const member = await makeMember(context);
  await (await signIn(app, context, member)).get('/ajax/meetings');
  await stranger(app, context).get('/ajax/meetings', { 'x-board': member.boardId });
  const elsewhere = (await makeMember(context)).boardId;
  await (await signIn(app, context, { ...member, boardId: elsewhere })).get('/ajax/meetings');
  await app.close();
  const reported = lines.filter((line) => line.msg === 'request');
  expect(reported).toMatchObject([
    { method: 'GET', route: '/ajax/meetings', status: 200, user: member.userId, board: member.boardId },
    { method: 'GET', route: '/ajax/meetings', status: 419 },
    { method: 'GET', route: '/ajax/meetings', status: 404, user: member.userId },
  ]);
  expect(Object.keys(reported[1] ?? {})).not.toContain('board');
});

test('the log line of a ballot contains neither user nor address', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const app = await createApp({ ...context, log });
  const client = await signIn(app, context, await makeMember(context));
  await client.put(`/ajax/votes/${randomUUID()}/ballot`, { choice: 'for', key: randomUUID() });
  await client.post(`/ajax/polls/${randomUUID()}/response`, { option_ids: [] });
  await app.close();
  const reported = lines.filter((line) => line.msg === 'request');
  expect(reported.map(({ route }) => route)).toEqual(['/ajax/votes/:id/ballot', '/ajax/polls/:id/response']);
  for (const line of reported) for (const name of ['user', 'ip']) expect(Object.keys(line)).not.toContain(name);
});

test('the route of built files is their folder, and that of pages is “page”', () => {
  const of = (url: string | undefined) => routeOf({ routeOptions: { url } as never });
  expect([of('/assets/frame-d0nRAMYp.js'), of('/ajax/meetings/:id'), of(undefined)]).toEqual([
    '/assets/*',
    '/ajax/meetings/:id',
    'page',
  ]);
});
