import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { routes } from '#server/app.ts';
import { clientOf } from '#tests/support/client.ts';
import type { MadeMember } from '#tests/support/factories.ts';
import { sessionOf } from '#tests/support/session.ts';
import { testApp } from '#tests/support/test-app.ts';
import { sourceOfSession } from './bodies.ts';
import { csrfToken } from './cookies.ts';
import type { Route } from './implement.ts';
import { type Call, runSteps, stepsOf } from './request-steps.ts';

const server = testApp();
let member: MadeMember;
let token: string;
const someId = randomUUID();

beforeAll(async () => {
  member = await server.make.member();
  token = await sessionOf(server.context, member);
});

const owners = {
  public: 'public',
  magic: 'public',
  'signed-in': 'user',
  'site-admin': 'user',
  member: 'board',
  'board-admin': 'board',
} as const;

function traitsOf(route: Route): string {
  const { access, method, confirmed, bodyBytesMax } = route.endpoint;
  const owner = owners[access];
  const traits = { confirmed, ...route, long: owner === 'board' && bodyBytesMax > 65_536 };
  const names = ['flight', 'confirmed', 'limit', 'inSteps', 'entersBoard', 'long'] as const;
  const named = names.filter((name) => (traits as Readonly<Record<string, unknown>>)[name]);
  return [owner, method === 'GET' || method === 'HEAD' ? method : 'change', ...named].join(' ');
}

test('the kind of a route determines which checks run once the headers arrive, once the body arrives, and before an invalid request is rejected', () => {
  const confirmed = { access: 'member', method: 'POST', confirmed: true, bodyBytesMax: 1 };
  const all = [...routes, { endpoint: confirmed, handle: async () => ({}) } as unknown as Route];
  const lines = all.map((route) => {
    const { onHeaders, onBody, onInvalid } = stepsOf(route);
    const named = [onHeaders, onBody, onInvalid].map((steps) => steps.map(({ name }) => name).join(', '));
    return `${traitsOf(route)}: ${named.join('; ')}`;
  });
  expect([...new Set(lines)].toSorted()).toEqual([
    'board GET flight: requireSessionCookie; ; admit',
    'board HEAD: admit; ; ',
    'board change confirmed: admit, refuseRepeatedBody; admit; ',
    'board change flight: admitByToken, refuseRepeatedBody; ; admit',
    'board change inSteps: admit, refuseRepeatedBody; admit; ',
    'board change limit long: admit, refuseRepeatedBody; admit; ',
    'board change limit: admit, refuseRepeatedBody; admit; ',
    'board change long: admit, refuseRepeatedBody; admitAgainIfLate; admit',
    'board change: admitByToken, refuseRepeatedBody; ; admit',
    'public GET limit: admit; ; ',
    'public GET: admit; ; ',
    'public HEAD: admit; ; ',
    'public change entersBoard: admitByToken, refuseRepeatedBody; ; admit',
    'public change limit: admit, refuseRepeatedBody; admit; ',
    'public change: admit, refuseRepeatedBody; admit; ',
    'user GET: admit; ; ',
    'user change confirmed limit: admit, refuseRepeatedBody; admit; ',
    'user change confirmed: admit, refuseRepeatedBody; admit; ',
    'user change limit: admit, refuseRepeatedBody; admit; ',
    'user change: admit, refuseRepeatedBody; admit; ',
  ]);
});

const noToken = { 'x-xsrf-token': '' };
const callers = {
  stranger: () => server.stranger(),
  member: () => clientOf(server.app, server.context, { token, boardId: member.boardId }),
} as const;

test.each<[keyof typeof callers, string, string, object, number]>([
  ['stranger', 'get', `/ajax/magic/meetings/${'0'.repeat(32)}`, {}, 404],
  ['stranger', 'delete', '/ajax/account/password', {}, 419],
  ['member', 'delete', '/ajax/account/password', {}, 423],
  ['member', 'delete', `/ajax/site/providers/${someId}`, {}, 403],
  ['member', 'get', '/ajax/account', noToken, 200],
  ['member', 'head', `/ajax/uploads/${someId}`, noToken, 404],
  ['member', 'delete', '/ajax/account/password', noToken, 419],
  ['member', 'delete', `/ajax/polls/${someId}`, noToken, 419],
  ['stranger', 'post', `/unsubscribe/${someId}/all/${'0'.repeat(43)}`, noToken, 404],
])('a %s who calls %s %s with the headers %j gets %i', async (who, method, path, headers, status) => {
  const client = callers[who]();
  const answer = await (method === 'post'
    ? client.post(path, {}, headers as Record<string, string>)
    : client[method as 'get' | 'head' | 'delete'](path, headers as Record<string, string>));
  expect(answer.status).toBe(status);
});

test('a request with a session cookie and a valid CSRF token is admitted without a database query', async () => {
  const route = routes.find(({ endpoint: { name } }) => name === 'polls.respond') as Route;
  const db = new Proxy(server.context.db, {
    get: () => {
      throw new Error('A query.');
    },
  });
  const context = { ...server.context, db };
  const cookies = { '__Host-dais_session': token };
  const admit = async (headers: object) => {
    const request = { cookies, headers, method: 'POST', ip: '203.0.113.9', host: 'dais.example' };
    const call = { context, endpoint: route.endpoint, request, reply: {} } as unknown as Call;
    await runSteps(stepsOf(route).onHeaders.slice(0, 1), call);
    return call.bodySource;
  };
  const own = { 'x-xsrf-token': csrfToken(server.context, token) };
  await expect(admit(own)).resolves.toBe(sourceOfSession(token));
  await expect(admit({})).rejects.toThrow('A query.');
});
