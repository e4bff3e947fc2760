import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { clientOf, signIn, stranger } from '#tests/support/client.ts';
import type { TestContext } from '#tests/support/context.ts';
import { testApp } from '#tests/support/test-app.ts';
import { routeOf } from './request-log.ts';

const server = testApp();

async function requestLines(work: (app: FastifyInstance, context: TestContext) => Promise<void>) {
  const { context } = server;
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const app = await createApp({ ...context, log });
  await work(app, context);
  await app.close();
  return lines.filter((line) => line.msg === 'request');
}

test('each request is logged in one line with user, board, route and status', async () => {
  const member = await server.make.member();
  const elsewhere = (await server.make.member()).boardId;
  const reported = await requestLines(async (app, context) => {
    await (await signIn(app, context, member)).get('/ajax/meetings');
    await stranger(app, context).get('/ajax/meetings', { 'x-board': member.boardId });
    const gone = clientOf(app, context, { token: 'x'.repeat(43), boardId: elsewhere });
    for (const client of [await signIn(app, context, { ...member, boardId: elsewhere }), gone]) {
      await client.get('/ajax/meetings');
      await client.delete(`/ajax/polls/${elsewhere}`);
    }
  });
  expect(reported).toMatchObject([
    { method: 'GET', route: '/ajax/meetings', status: 200, user: member.userId, board: member.boardId },
    { method: 'GET', route: '/ajax/meetings', status: 419 },
    { method: 'GET', route: '/ajax/meetings', status: 404, user: member.userId },
    { method: 'DELETE', route: '/ajax/polls/:id', status: 404, user: member.userId },
    { method: 'GET', route: '/ajax/meetings', status: 419 },
    { method: 'DELETE', route: '/ajax/polls/:id', status: 419 },
  ]);
  expect(reported.map((line) => 'user' in line)).toEqual([true, false, true, true, false, false]);
  expect(Object.keys(reported[1] ?? {})).not.toContain('board');
});

test('the log lines of ballots and poll responses contain no user or address', async () => {
  const reported = await requestLines(async (app, context) => {
    const client = await signIn(app, context, await server.make.member());
    const ballot = [`/ajax/votes/${randomUUID()}/ballot`, { choice: 'for', key: randomUUID() }] as const;
    await client.put(...ballot);
    await client.put(...ballot, { 'x-xsrf-token': '' });
    await client.post(`/ajax/polls/${randomUUID()}/response`, { option_ids: [] });
    await client.delete(`/ajax/polls/${randomUUID()}`);
    await client.get('/ajax/account');
  });
  expect(reported.map((line) => ['user', 'ip'].filter((name) => name in line).length)).toEqual([0, 0, 0, 2, 2]);
});

test('built files are logged with the route of their folder, and pages with the route “page”', () => {
  const of = (url: string | undefined) => routeOf({ routeOptions: { url } as never });
  expect([of('/assets/frame-d0nRAMYp.js'), of('/ajax/meetings/:id'), of(undefined)]).toEqual([
    '/assets/*',
    '/ajax/meetings/:id',
    'page',
  ]);
});
