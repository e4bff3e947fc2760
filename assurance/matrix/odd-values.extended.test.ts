import { beforeEach, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { routes } from '#server/app.ts';
import { isInCatalogue } from '#tests/support/message-catalogue.ts';
import { testApp } from '#tests/support/test-app.ts';
import { actorOf } from './actors.ts';
import { callEndpoint, credentialsOf } from './call.ts';
import type { MatrixCall } from './calls.ts';
import { endpointOf, ownCallOf } from './endpoints.ts';
import { servedWorld } from './served-world.ts';

const server = testApp();
const served = servedWorld(server);
beforeEach(async () => {
  await server.context.pool.query('delete from rate_limits');
  server.context.clock.advance({ minutes: 1 });
});

const long = 'x'.repeat(20_000);
const oddTexts = ['\0', 'a\0b', 'x'.repeat(190), long];
const oddValues = [
  ...oddTexts,
  '\ud800',
  'a\udc00b',
  '',
  ' ',
  '\u200b\u202e',
  -1,
  0.5,
  1e308,
  null,
  [],
  {},
  [null],
  true,
];
function* oddCalls(endpoint: Endpoint, own: MatrixCall): Generator<MatrixCall> {
  for (const name of Object.keys(own.params ?? {})) {
    for (const odd of oddTexts) yield { ...own, params: { ...own.params, [name]: odd } };
  }
  for (const name of Object.keys(endpoint.query?.shape ?? {})) {
    for (const odd of oddTexts) yield { ...own, query: { ...own.query, [name]: odd } };
  }
  if (endpoint.body === undefined) return;
  for (const odd of oddValues) yield { ...own, body: odd };
  yield { ...own, body: { ...(isRecord(own.body) ? own.body : {}), nobody_declared_this: 1 } };
  for (const body of oddBodies(own.body)) yield { ...own, body };
  const unsaid = Object.keys(endpoint.body.shape).filter((name) => !isRecord(own.body) || !(name in own.body));
  for (const name of unsaid) {
    for (const odd of oddValues) yield { ...own, body: { ...(isRecord(own.body) ? own.body : {}), [name]: odd } };
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function* oddBodies(body: unknown): Generator<unknown> {
  if (Array.isArray(body)) {
    for (const [nth, value] of body.entries()) {
      for (const odd of [...oddValues, ...oddBodies(value)]) yield body.with(nth, odd);
    }
  }
  if (!isRecord(body)) return;
  for (const [name, value] of Object.entries(body)) {
    for (const odd of [undefined, ...oddValues, ...oddBodies(value)]) yield { ...body, [name]: odd };
  }
}

function sentencesOf(text: string): readonly string[] {
  const answer: unknown = text.startsWith('{') ? JSON.parse(text) : null;
  return isRecord(answer) && isRecord(answer.errors) ? Object.values(answer.errors).map(String) : [];
}

test.each(routes.map(({ endpoint }) => [endpoint.name, endpoint] as const))(
  '%s never fails on odd values, and rejects them only with known messages',
  { timeout: 60_000 },
  async (name, endpoint) => {
    const actor = actorOf(endpoint.access === 'site-admin' ? 'site admin' : 'board admin', served.world);
    const own = ownCallOf(name, actor);
    let credentials = await credentialsOf(server.context, actor);
    let sent = 0;
    for (const call of oddCalls(endpoint, own)) {
      sent += 1;
      // Advances the clock, because the server limits the number of rejected request bodies per minute.
      if (sent % 30 === 0) server.context.clock.advance({ minutes: 1 });
      if (['account.save', 'signing.password'].includes(name))
        await server.context.pool.query('delete from rate_limits');
      const answer = await callEndpoint(served.base, endpoint, { call, credentials });
      expect(answer.status, `${JSON.stringify(call).slice(0, 300)} ${answer.text}`).toBeLessThan(500);
      const strange = answer.status === 422 ? sentencesOf(answer.text).filter((each) => !isInCatalogue(each)) : [];
      expect(strange, `${JSON.stringify(call).slice(0, 300)} ${answer.text}`).toEqual([]);
      if (endpoint.body !== undefined) expect(answer.status, 'too many refused bodies').not.toBe(429);
      // An accepted call may have ended the session.
      if (answer.status < 300 && (endpoint.access === 'signed-in' || endpoint.access === 'site-admin'))
        credentials = await credentialsOf(server.context, actor);
    }
  },
);

test('uploads with an Upload-Concat header are rejected with 422', async () => {
  const actor = actorOf('board admin', served.world);
  const endpoint = endpointOf('uploads.create');
  const own = ownCallOf(endpoint.name, actor);
  const credentials = await credentialsOf(server.context, actor);
  for (const more of [{ 'upload-concat': 'partial' }, { 'upload-concat': 'final;/ajax/uploads/a' }]) {
    const call = { ...own, headers: { ...own.headers, ...more } };
    expect((await callEndpoint(served.base, endpoint, { call, credentials })).status).toBe(422);
  }
});
