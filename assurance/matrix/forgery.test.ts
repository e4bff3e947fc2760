import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#server/app.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeWorld, type World } from '#tests/support/world.ts';
import { exemptFromForgeryCheck } from './access.ts';
import { type ActorName, actorOf } from './actors.ts';
import { type Credentials, callEndpoint, credentialsOfAll } from './call.ts';
import { ownCallOf } from './endpoints.ts';
import { refusesForgeries } from './forgeries.ts';
import { type KeptState, keepState } from './kept-state.ts';

const server = testApp();
let base: string;
let world: World;
let credentials: ReadonlyMap<ActorName, Credentials>;
let state: KeptState;

beforeAll(async () => {
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  world = await makeWorld(server.context);
  credentials = await credentialsOfAll(server.context, world);
  state = await keepState(server.context);
});

afterAll(() => state?.end());

const writing = routes.map(({ endpoint }) => endpoint).filter(({ method }) => method !== 'GET' && method !== 'HEAD');
const changing = writing.filter(({ name }) => !exemptFromForgeryCheck.includes(name));

test('the one-click unsubscribe is the only endpoint exempt from CSRF protection', () => {
  expect(writing.filter(({ csrf }) => csrf !== undefined).map(({ name }) => name)).toEqual(exemptFromForgeryCheck);
});

test.each(changing)('$name rejects a forged token or origin with 419 and changes nothing', (endpoint) =>
  refusesForgeries({ context: server.context, base, world, credentials, state }, endpoint),
);

const reading = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, name }) => method === 'HEAD' || name === 'start.get');

test.each(reading)('$name ($method) needs no CSRF token', async (endpoint) => {
  const actor = actorOf('member', world);
  const call = ownCallOf(endpoint.name, actor);
  const { 'x-xsrf-token': _, ...withoutToken } = credentials.get('member') ?? {};
  expect((await callEndpoint(base, endpoint, { call, credentials: withoutToken })).status).not.toBe(419);
});

test('requests are accepted from the installation’s origin and from the origin they are sent to', async () => {
  const endpoint = routes.find((route) => route.endpoint.name === 'session.setTheme')?.endpoint;
  if (!endpoint) throw new Error('There is no such endpoint.');
  for (const origin of [server.context.config.appUrl, base]) {
    const own = { ...credentials.get('member'), origin };
    const call = { body: { theme: 'dark' } };
    expect((await callEndpoint(base, endpoint, { call, credentials: own })).status).toBe(200);
  }
});
