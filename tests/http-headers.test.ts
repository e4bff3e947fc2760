import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { cookieName, cookieNames } from '#server/http/cookies.ts';
import type { TestClient } from './support/client.ts';
import { sessionOf } from './support/session.ts';
import { testApp } from './support/test-app.ts';
import { makeWorld, type World } from './support/world.ts';

const server = testApp();
let world: World;
let member: TestClient;

beforeAll(async () => {
  world = await makeWorld(server.context);
  member = await server.signIn({ userId: world.home.member.userId, boardId: world.home.board.id });
});

const isBuilt = existsSync(new URL('../dist/web/index.html', import.meta.url));
const html = { accept: 'text/html' };

const addresses = (): readonly string[] => [
  '/ajax/start',
  '/ajax/meetings',
  `/ajax/meetings/${world.home.meeting.id}`,
  '/ajax/meetings/00000000-0000-4000-8000-000000000000',
  '/ajax/nothing-there',
  `/meetings/addtocalendar/${world.home.meeting.id}/ical`,
  `/ajax/magic/meetings/${world.home.memberUid}`,
  '/health',
];

describe('every response', () => {
  test('has a strict content security policy and nosniff, and cannot be framed', async () => {
    for (const address of addresses()) {
      const answer = await member.get(address);
      const policy = directives(answer);
      for (const name of ['default-src', 'frame-ancestors', 'base-uri']) {
        expect.soft(policy[name], `${address} ${name}`).toBe("'none'");
      }
      expect.soft(policy['object-src'] ?? policy['default-src'], address).toBe("'none'");
      expect.soft(policy['script-src'], address).toMatch(/^'self'( 'nonce-[\w+/=]+')?( 'wasm-unsafe-eval')?$/);
      expect.soft(policy['frame-src'], address).toBe('https://www.youtube-nocookie.com https://player.vimeo.com');
      expect.soft(JSON.stringify(policy), address).not.toContain("'unsafe-");
      expect.soft(answer.headers, address).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': expect.stringMatching(/^(same-origin|no-referrer)$/),
      });
    }
  });

  test('forbids caching if its content is private', async () => {
    const paths = ['/ajax/start', '/ajax/meetings', '/ajax/people', '/ajax/dashboard'];
    const files = [`/document/${world.home.document.id}`, `/download/${world.home.document.id}`];
    const others = [`/meetings/addtocalendar/${world.home.meeting.id}/ical`, '/ajax/meetings/nothing', '/ajax/nothing'];
    for (const path of [...paths, ...files, ...others]) {
      expect.soft((await member.get(path)).headers['cache-control'], path).toMatch(/no-store/);
    }
  });

  test('with a document has a content security policy that allows nothing', async () => {
    const { headers } = await member.get(`/document/${world.home.document.id}`);
    const names = ['default-src', 'base-uri', 'form-action', 'frame-ancestors'];
    const closed = Object.fromEntries(names.map((name) => [name, "'none'"]));
    expect(directives({ headers })).toEqual({ ...closed, sandbox: '' });
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('has an HSTS header only over HTTPS', async () => {
    const { headers } = await member.get('/ajax/start');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    const config = { ...server.context.config, appUrl: 'http://localhost:3000' };
    const plain = await createApp({ ...server.context, config });
    const answer = await plain.inject('/ajax/start');
    expect([answer.statusCode, answer.headers['strict-transport-security']]).toEqual([200, undefined]);
    await plain.close();
  });
});

describe('a secret address', () => {
  test.each([
    ['a meeting’s magic link', () => `/ajax/magic/meetings/${world.home.memberUid}`],
    ['a meeting’s calendar file', () => `/addtocalendar/${world.home.memberUid}/ical`],
    ['a meeting’s document', () => `/meeting/${world.home.memberUid}/document/${world.home.document.id}`],
    ['an author’s papers', () => `/ajax/magic/papers/${world.home.papers.own.uid}`],
    ['an invitation', () => `/ajax/invitations/${world.home.invitation}`],
  ])('is not sent to other sites as a referrer: %s', async (_what, address) => {
    const answer = await server.app.inject(address());
    expect([answer.statusCode, answer.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
  });

  test.runIf(isBuilt).each([
    ['a meeting’s magic link', () => `/meeting/${world.home.memberUid}`],
    ['a reply', () => `/attendance/${world.home.memberUid}/y`],
    ['a calendar choice', () => `/addtocalendar/${world.home.memberUid}`],
    ['an action item', () => `/action/t-${'a'.repeat(52)}`],
    ['an author’s papers', () => `/paper/${world.home.papers.own.uid}`],
    ['an invitation', () => `/inv/${world.home.invitation}`],
    ['the first set-up', () => '/setup?token=secret'],
  ])('is not sent as a referrer, and its page is not cached: %s', async (_what, address) => {
    const { headers } = await server.app.inject({ url: address(), headers: html });
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    expect(headers['content-type']).toContain('text/html');
  });
});

describe('a session cookie', () => {
  test('cannot be read by scripts or other sites, and is sent only over HTTPS', async () => {
    const { config } = server.context;
    const visit = await server.app.inject({ url: '/login', headers: html });
    if (isBuilt) {
      const own = visit.cookies.find(({ name }) => name === cookieName(config, cookieNames.preSession));
      expect(own).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
    }
    const left = await member.post('/logout');
    const lines = [left.headers['set-cookie']].flat().map(String);
    const session = lines.find((line) => line.startsWith(`${cookieName(config, cookieNames.session)}=`));
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(session).toContain(part);
    expect(session).not.toContain('Domain=');
    // Another host of the domain cannot set a cookie with this prefix, and the server ignores a cookie without the
    // prefix.
    expect(session).toMatch(/^__Host-/);
    const token = await sessionOf(server.context, world.home.member);
    const plain = { cookie: `${cookieNames.session}=${token}`, 'x-requested-with': 'XMLHttpRequest' };
    expect((await server.app.inject({ url: '/ajax/meetings', headers: plain })).statusCode).toBe(419);
  });

  test('is limited to one host, unless boards have their own hosts or HTTPS is not used', () => {
    const nameFor = (appUrl: string, boardsDomain: string | null) =>
      cookieName({ appUrl, boardsDomain }, 'dais_session');
    expect(nameFor('https://dais.example', null)).toBe('__Host-dais_session');
    expect(nameFor('https://dais.example', 'boards.example')).toBe('dais_session');
    expect(nameFor('http://localhost:3000', null)).toBe('dais_session');
    expect(cookieName({ appUrl: 'https://dais.example', boardsDomain: null }, cookieNames.csrf)).toBe('XSRF-TOKEN');
  });
});

test('an unknown path returns 404 for GET and 405 for POST', async () => {
  const call = await server.app.inject('/ajax/nothing-there');
  expect([call.statusCode, call.json()]).toEqual([404, { status: 'error', msg: '' }]);
  const posted = await server.app.inject({ method: 'POST', url: '/nothing-there' });
  expect(posted.statusCode).toBe(405);
  expect(posted.headers).toMatchObject({ allow: 'GET, HEAD', 'cache-control': 'no-store' });
});

function directives(answer: { readonly headers: Readonly<Record<string, unknown>> }): Record<string, string> {
  const parts = String(answer.headers['content-security-policy']).split(';');
  return Object.fromEntries(
    parts.map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );
}
