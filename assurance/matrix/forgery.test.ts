import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#server/app.ts';
import { testApp } from '#tests/support/test-app.ts';
import { exemptFromForgeryCheck } from './access.ts';
import { actorOf } from './actors.ts';
import { callEndpoint } from './call.ts';
import { type Matrix, makeMatrix } from './cells.ts';
import { endpointOf, ownCallOf } from './endpoints.ts';
import { refusesForgeries } from './forgeries.ts';

const server = testApp();
let matrix: Matrix;

beforeAll(async () => {
  matrix = await makeMatrix(server);
});
afterAll(() => matrix?.state.end());

const writing = routes.map(({ endpoint }) => endpoint).filter(({ method }) => method !== 'GET' && method !== 'HEAD');
const changing = writing.filter(({ name }) => !exemptFromForgeryCheck.includes(name));

test('the one-click unsubscribe is the only endpoint exempt from CSRF protection', () => {
  expect(writing.filter(({ csrf }) => csrf !== undefined).map(({ name }) => name)).toEqual(exemptFromForgeryCheck);
});

test.each(changing)('$name rejects a forged token or origin with 419 and changes nothing', (endpoint) =>
  refusesForgeries(matrix, endpoint),
);

const reading = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, name }) => method === 'HEAD' || name === 'start.get');

test.each(reading)('$name ($method) needs no CSRF token', async (endpoint) => {
  const { base, credentials, world } = matrix;
  const call = ownCallOf(endpoint.name, actorOf('member', world));
  const { 'x-xsrf-token': _, ...withoutToken } = credentials.get('member') ?? {};
  expect((await callEndpoint(base, endpoint, { call, credentials: withoutToken })).status).not.toBe(419);
});

test('requests are accepted from the installation’s origin and from the origin they are sent to', async () => {
  const { base, credentials } = matrix;
  const endpoint = endpointOf('session.setTheme');
  for (const origin of [server.context.config.appUrl, base]) {
    const own = { ...credentials.get('member'), origin };
    const call = { body: { theme: 'dark' } };
    expect((await callEndpoint(base, endpoint, { call, credentials: own })).status).toBe(200);
  }
});
