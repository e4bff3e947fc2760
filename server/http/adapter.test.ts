import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { testApp } from '#tests/support/test-app.ts';
import { addRoute } from './adapter.ts';
import { createRefusedBodies } from './bodies.ts';
import { implement, implementInSteps } from './implement.ts';

const server = testApp();
const shared = { summary: '', reply: 'plain', csrf: 'exempt', answer: z.looseObject({}) } as const;
let betweenSteps: () => Promise<unknown> = async () => undefined;

const withBody = (name: string, body: z.ZodObject) =>
  implement(endpoint({ ...shared, name, route: `POST /test/${name}`, access: 'public', body }), async () => ({}));
const inSteps = (access: 'member' | 'board-admin') =>
  implementInSteps(endpoint({ ...shared, name: access, route: `POST /test/${access}`, access }), async (input) => {
    await input.inScope?.(async () => undefined);
    await betweenSteps();
    await input.inScope?.(async () => undefined);
    return { hasScope: 'scope' in input };
  });

beforeAll(() => {
  const { app, context } = server;
  const refusedBodies = createRefusedBodies(context.clock);
  const bodies = [withBody('empty', z.strictObject({})), withBody('named', z.object({ name: z.string().optional() }))];
  for (const route of [...bodies, inSteps('member'), inSteps('board-admin')])
    addRoute(app, { context, refusedBodies, route });
});

test('a request without a body is accepted only if the endpoint has no body fields', async () => {
  const post = async (path: string, payload?: object) =>
    (await server.app.inject({ method: 'POST', url: `/test/${path}`, ...(payload && { payload }) })).statusCode;
  expect([await post('empty'), await post('named', {})]).toEqual([200, 200]);
  expect([await post('named'), await post('named', { name: 5 })]).toEqual([422, 422]);
  expect(await post('empty', { name: 'nobody declared it' })).toBe(422);
});

test('a handler with several steps checks the user’s rights again at each step', async () => {
  const member = await server.make.member({ isBoardAdmin: true });
  const client = await server.signIn(member);
  const setAdmin = (is: boolean) => server.sql('update members set is_board_admin = $2 where id = $1', [member.id, is]);
  expect((await client.post('/test/board-admin')).json).toEqual({ hasScope: false });
  betweenSteps = () => setAdmin(false);
  expect((await client.post('/test/member')).status).toBe(200);
  await setAdmin(true);
  expect((await client.post('/test/board-admin')).status).toBe(403);
});
