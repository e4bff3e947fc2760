import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { bodyBytesMax, type Endpoint, strangersBodyBytesMax } from '#contract/endpoint.ts';
import { routes } from '#server/app.ts';
import { createRefusedBodies } from '#server/http/bodies.ts';
import { testApp } from '#tests/support/test-app.ts';
import { password } from '#tests/support/world.ts';
import { type ActorName, actorOf } from './actors.ts';
import { type Credentials, credentialsOf } from './call.ts';
import type { MatrixCall } from './calls.ts';
import { ownCallOf } from './endpoints.ts';
import { servedWorld } from './served-world.ts';

const server = testApp();
const served = servedWorld(server);

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

async function send(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  given: { readonly call: MatrixCall; readonly headers: Readonly<Record<string, string>>; readonly body?: string },
): Promise<number> {
  const url = new URL(
    path.replaceAll(/:(\w+)/g, (_, name: string) => given.call.params?.[name] ?? ''),
    served.base,
  );
  for (const [name, value] of Object.entries(given.call.query ?? {})) url.searchParams.set(name, value);
  const isMeasured = given.body !== undefined && given.headers['transfer-encoding'] === undefined;
  const length = isMeasured ? { 'content-length': String(given.body.length) } : {};
  const headers = { 'x-requested-with': 'XMLHttpRequest', ...length, ...given.headers };
  const asked = request(url, { method, headers });
  asked.end(given.body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  await buffer(answer);
  return answer.statusCode ?? 0;
}

const waysToSendNothing: readonly (readonly [string, { readonly headers: Credentials; readonly body?: string }])[] = [
  ['no body and no type', { headers: {} }],
  ['a length of 0', { headers: { 'content-length': '0' } }],
  ['the type of JSON and no body', { headers: { ...json, 'content-length': '0' } }],
  ['the type of a form and no body', { headers: { ...form, 'content-length': '0' } }],
  ['the type of text and no body', { headers: { 'content-type': 'text/plain;charset=UTF-8', 'content-length': '0' } }],
  ['{}', { headers: json, body: '{}' }],
  ['{} without a type', { headers: {}, body: '{}' }],
  ['{} in pieces', { headers: { ...json, 'transfer-encoding': 'chunked' }, body: '{}' }],
];

const withoutFields = routes
  .map(({ endpoint }) => endpoint)
  .filter(({ method }) => method !== 'GET' && method !== 'HEAD')
  .filter(({ body }) => body === undefined || Object.keys(body.shape).length === 0)
  .filter(({ name }) => !/^uploads\.|PaperUpload$/.test(name));

function whoCalls({ access, path }: Endpoint): ActorName {
  if (path.startsWith('/two-factor-challenge/')) return 'two-factor pending';
  return access === 'site-admin' ? 'site admin' : 'board admin';
}

describe('endpoints without body fields', () => {
  test('include those for logging out and replying to meetings', () => {
    expect(withoutFields.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['session.logout', 'attendance.answer', 'meetings.reopen', 'meetings.delete']),
    );
  });

  test.each(withoutFields.map((endpoint) => [endpoint.name, endpoint] as const))(
    'can be called without a body, with {} and without a content type: %s',
    { timeout: 60_000 },
    async (name, endpoint) => {
      const actor = actorOf(whoCalls(endpoint), served.world);
      const call = ownCallOf(name, actor);
      for (const [what, { headers, body }] of waysToSendNothing) {
        const credentials = await credentialsOf(server.context, actor);
        const sent = { call, headers: { ...credentials, ...headers }, ...(body === undefined ? {} : { body }) };
        const status = await send(endpoint, sent);
        // 404 is allowed, because an earlier call may have removed the object of this call.
        expect.soft([200, 201, 204, 404, 409, 423], `${what}: ${status}`).toContain(status);
      }
    },
  );
});

describe('the maximum request body size', () => {
  const kib = 1024;
  const longer: readonly (readonly [bytes: number, names: string])[] = [
    [1024 * kib, 'documents.saveAnnotations meetings.create meetings.saveDefault minutes.save profile.save'],
    [1024 * kib, 'announcements.create announcements.update'],
    [256 * kib, 'account.save groups.create groups.update invitations.inviteSeveral people.create'],
    [256 * kib, 'library.createCategory library.updateCategory library.updateFolder'],
    [256 * kib, 'meetings.previewAudience meetings.setAudience paperRequests.ask'],
    // The size in bytes of 60 fields with 50 options each, if every character takes 4 bytes.
    [60 * (256 + 403 + 50 * 403), 'profile.saveFields'],
  ];
  const longerOf = (name: string) => longer.find(([, names]) => names.split(' ').includes(name))?.[0];

  test.each(routes.map(({ endpoint }) => [endpoint.name, endpoint] as const))(
    'is as expected for %s',
    (name, endpoint) => {
      const isForStrangers = endpoint.access === 'public' || endpoint.access === 'magic';
      expect(endpoint.bodyBytesMax).toBe(longerOf(name) ?? (isForStrangers ? strangersBodyBytesMax : bodyBytesMax));
      expect(bodyBytesMax).toBe(64 * kib);
    },
  );

  test('cannot be exceeded by even one byte', async () => {
    const member = await server.signIn(await server.make.member());
    const ofBytes = (bytes: number): string => `{"theme":"${'x'.repeat(bytes - '{"theme":""}'.length)}"}`;
    expect((await member.post('/ajax/session/theme', ofBytes(bodyBytesMax), json)).status).toBe(422);
    const tooMany = await member.post('/ajax/session/theme', ofBytes(bodyBytesMax + 1), json);
    expect([tooMany.status, tooMany.json]).toEqual([413, { status: 'error', msg: '' }]);
  });
});

describe('repeatedly rejected request bodies', () => {
  const wrong = '{"theme":"no such theme"}';
  const right = '{"theme":"dark"}';
  const path = '/ajax/session/theme';

  test.each([
    ['too large', () => `{"theme":"${'x'.repeat(bodyBytesMax)}"}`, 413],
    ['unreadable', () => '{"theme":', 422],
    ['invalid', () => wrong, 422],
  ])('block only their sender if they are %s', async (_what, body, status) => {
    const [first, other] = [
      await server.signIn(await server.make.member()),
      await server.signIn(await server.make.member()),
    ];
    for (let nth = 0; nth < 60; nth += 1) expect((await first.post(path, body(), json)).status).toBe(status);
    const refused = await first.post(path, right, json);
    expect([refused.status, refused.json]).toEqual([429, { status: 'error', msg: '' }]);
    expect((await first.get('/ajax/start')).status).toBe(200);
    expect((await other.post(path, right, json)).status).toBe(200);
    server.context.clock.advance({ minutes: 1 });
    expect((await first.post(path, right, json)).status).toBe(200);
  });

  test('block their sender sooner if they are large', async () => {
    const member = await server.signIn(await server.make.member());
    const long = `{"title":[${'1,'.repeat(450 * 1024)}1]}`;
    const statuses: number[] = [];
    for (let nth = 0; nth < 6; nth += 1) statuses.push((await member.post('/ajax/meetings', long, json)).status);
    expect(statuses).toEqual([422, 422, 422, 422, 429, 429]);
    server.context.clock.advance({ minutes: 1 });
  });

  test('also block their sender if they are valid but not permitted', async () => {
    const member = await server.signIn(await server.make.member());
    const body = { type: 'doc', content: [{ type: 'paragraph' }] };
    const long = `${JSON.stringify({ title: 'News', body })}${' '.repeat(700 * 1024)}`;
    const statuses: number[] = [];
    for (let nth = 0; nth < 8; nth += 1) statuses.push((await member.post('/ajax/announcements', long, json)).status);
    expect(statuses.slice(0, 2)).toEqual([403, 403]);
    expect(statuses.slice(-2)).toEqual([429, 429]);
    server.context.clock.advance({ minutes: 1 });
  });

  test('block a signed-out visitor only in the browser that sent them, and the response says when to retry', async () => {
    const stranger = server.stranger();
    expect((await stranger.post('/login', '{', json)).status).toBe(422);
    server.context.clock.advance({ minutes: 0.25 });
    for (let nth = 1; nth < 60; nth += 1) expect((await stranger.post('/login', '{', json)).status).toBe(422);
    const refused = await stranger.post('/login', '{', json);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '45']);
    expect((await server.stranger().post('/login', '{', json)).status).toBe(422);
    server.context.clock.advance({ minutes: 0.75 });
    expect((await stranger.post('/login', '{', json)).status).toBe(422);
  });

  test('sent by another site do not block the visitor', async () => {
    const text = { 'content-type': 'text/plain;charset=UTF-8', origin: 'https://evil.example' };
    const big = 'x'.repeat(strangersBodyBytesMax + 1);
    const visitor = server.stranger();
    const exempt = `/unsubscribe/${served.world.home.member.id}/all/u${'q'.repeat(52)}`;
    const forge = async (url: string) =>
      (await server.app.inject({ method: 'POST', url, headers: text, payload: big })).statusCode;
    for (let nth = 0; nth < 61; nth += 1) {
      expect(await forge('/nothing')).toBe(413);
      expect(await forge('/login')).toBe(419);
      // Sends the visitor's cookies, as a browser does for a page on another subdomain.
      expect((await visitor.post('/login', big, text)).status).toBe(419);
      expect([405, 413]).toContain((await visitor.post('/nothing', big, text)).status);
      expect((await visitor.post(exempt, big, text)).status).toBe(413);
    }
    const { email } = served.world.home.member;
    expect((await visitor.post('/login', { email, password })).status).toBe(200);
  });

  test('are counted for up to ten thousand senders, after which the oldest sender is forgotten', () => {
    const refused = createRefusedBodies(server.context.clock);
    const request = (): FastifyRequest => ({ headers: { 'content-length': '2' } }) as unknown as FastifyRequest;
    const tooLarge = Object.assign(new Error(), { code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 });
    const refuse = (source: string, times: number): void => {
      for (let nth = 0; nth < times; nth += 1) {
        const each = request();
        refused.refuseRepeated(each, source);
        refused.count(each, tooLarge);
      }
    };
    const isRefused = (source: string): void =>
      expect(() => refused.refuseRepeated(request(), source)).toThrow('refused-bodies');
    refuse('first', 60);
    isRefused('first');
    for (let nth = 0; nth < 9_998; nth += 1) refuse(`other ${nth}`, 1);
    refuse('last', 60);
    isRefused('first');
    refuse('one more', 1);
    refused.refuseRepeated(request(), 'first');
    isRefused('last');
  });
});
