import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApp, routes } from '#server/app.ts';
import { cookieName, cookieNames } from '#server/http/cookies.ts';
import type { TestClient } from './support/client.ts';
import { createTestContext } from './support/context.ts';
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

/** One answer of each kind: a call, a refusal, a call that is not there, a file, a calendar, health. */
const addresses = (): readonly string[] => [
  '/ajax/start',
  '/ajax/meetings',
  `/ajax/meetings/${world.home.meeting.id}`,
  '/ajax/meetings/00000000-0000-4000-8000-000000000000',
  '/ajax/nothing-there',
  `/meetings/addtocalendar/${world.home.meeting.id}/ical`,
  `/ajax/magic/meetings/${world.home.memberUid}`,
  '/health',
  '/openapi.json',
];

describe('every answer', () => {
  test('holds a strict content security policy: no inline script, no eval, no frame around us', async () => {
    for (const address of addresses()) {
      const policy = directives(await member.get(address));
      expect.soft(policy['default-src'], address).toBe("'none'");
      expect.soft(policy['script-src'], address).toMatch(/^'self'( 'nonce-[\w+/=]+')?( 'wasm-unsafe-eval')?$/);
      expect.soft(policy['frame-ancestors'], address).toBe("'none'");
      expect.soft(policy['base-uri'], address).toBe("'none'");
      expect.soft(policy['object-src'] ?? policy['default-src'], address).toBe("'none'");
      expect.soft(policy['frame-src'], address).toBe('https://www.youtube-nocookie.com https://player.vimeo.com');
      expect.soft(JSON.stringify(policy), address).not.toContain("'unsafe-");
    }
  });

  test('cannot be taken for another type, nor framed', async () => {
    for (const address of addresses()) {
      const { headers } = await member.get(address);
      expect.soft(headers['x-content-type-options'], address).toBe('nosniff');
      expect.soft(headers['x-frame-options'], address).toBe('DENY');
      expect.soft(headers['referrer-policy'], address).toMatch(/^(same-origin|no-referrer)$/);
    }
  });

  test('is kept by no cache when it holds what is private', async () => {
    const paths = ['/ajax/start', '/ajax/meetings', '/ajax/people', '/ajax/dashboard'];
    const files = [`/document/${world.home.document.id}`, `/download/${world.home.document.id}`];
    const others = [`/meetings/addtocalendar/${world.home.meeting.id}/ical`, '/ajax/meetings/nothing', '/ajax/nothing'];
    for (const path of [...paths, ...files, ...others]) {
      const { headers } = await member.get(path);
      expect.soft(headers['cache-control'], path).toMatch(/no-store/);
    }
  });

  test('a document is shown in a policy of its own in which nothing runs', async () => {
    const { headers } = await member.get(`/document/${world.home.document.id}`);
    const policy = directives({ headers });
    expect(policy).toEqual({
      'default-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      sandbox: '',
    });
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('HSTS', () => {
  test('is sent on https', async () => {
    const { headers } = await member.get('/ajax/start');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  test('is not sent on http', async () => {
    const plain = await createTestContext({ APP_URL: 'http://localhost:3000' });
    const plainApp = await createApp(plain);
    const answer = await plainApp.inject('/ajax/start');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['strict-transport-security']).toBeUndefined();
    await plainApp.close();
    await plain.stop();
  });
});

describe('addresses that are secrets', () => {
  test.each([
    ['a magic meeting', () => `/ajax/magic/meetings/${world.home.memberUid}`],
    ['its calendar file', () => `/addtocalendar/${world.home.memberUid}/ical`],
    ['its document', () => `/meeting/${world.home.memberUid}/document/${world.home.document.id}`],
    ['an invitation', () => `/ajax/invitations/${world.home.invitation}`],
  ])('%s tells nobody where the reader came from', async (_what, address) => {
    const answer = await server.app.inject(address());
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
  });

  test.runIf(isBuilt).each([
    ['a magic meeting', () => `/meeting/${world.home.memberUid}`],
    ['an answer', () => `/attendance/${world.home.memberUid}/y`],
    ['the calendar choice', () => `/addtocalendar/${world.home.memberUid}`],
    ['an invitation', () => `/inv/${world.home.invitation}`],
    ['the first set-up', () => '/setup?token=secret'],
  ])('the page of %s tells nobody, and is kept nowhere', async (_what, address) => {
    const answer = await server.app.inject({ url: address(), headers: { accept: 'text/html' } });
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('cookies', () => {
  test('the session is out of reach of scripts and of other sites, and goes over https alone', async () => {
    const visit = await server.app.inject({ url: '/login', headers: { accept: 'text/html' } });
    if (isBuilt) {
      const [own] = visit.cookies.filter(
        ({ name }) => name === cookieName(server.context.config, cookieNames.preSession),
      );
      expect(own).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
    }
    const left = await member.post('/logout');
    const set = [left.headers['set-cookie']].flat().map(String);
    const session = set.find((line) => line.startsWith(`${cookieName(server.context.config, cookieNames.session)}=`));
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(session).toContain(part);
    expect(session).not.toContain('Domain=');
    // Another host of the same domain can set none of that name, and what it sets under the plain one is nobody's.
    expect(session?.startsWith('__Host-')).toBe(true);
    const token = await sessionOf(server.context, world.home.member);
    const plain = { cookie: `${cookieNames.session}=${token}`, 'x-requested-with': 'XMLHttpRequest' };
    expect((await server.app.inject({ url: '/ajax/meetings', headers: plain })).statusCode).toBe(419);
  });

  test('a cookie for all boards of a domain, or without https, cannot be of one host', () => {
    const of = (appUrl: string, boardsDomain: string | null) => cookieName({ appUrl, boardsDomain }, 'dais_session');
    expect(of('https://dais.example', null)).toBe('__Host-dais_session');
    expect(of('https://dais.example', 'boards.example')).toBe('dais_session');
    expect(of('http://localhost:3000', null)).toBe('dais_session');
    expect(cookieName({ appUrl: 'https://dais.example', boardsDomain: null }, cookieNames.csrf)).toBe('XSRF-TOKEN');
  });
});

test('a page of the product that is not there answers as a page, a call as a call', async () => {
  const call = await server.app.inject('/ajax/nothing-there');
  expect(call.statusCode).toBe(404);
  expect(call.json()).toEqual({ status: 'error', msg: '' });
  const posted = await server.app.inject({ method: 'POST', url: '/nothing-there' });
  expect(posted.statusCode).toBe(405);
  expect(posted.headers).toMatchObject({ allow: 'GET, HEAD', 'cache-control': 'no-store' });
});

test('the OpenAPI document names every endpoint but those of HEAD, which it leaves out', async () => {
  const { paths } = (await server.app.inject('/openapi.json')).json() as {
    paths: Record<string, Record<string, unknown>>;
  };
  for (const { endpoint } of routes.filter((route) => route.endpoint.method !== 'HEAD')) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    expect.soft(paths[path], endpoint.name).toHaveProperty(endpoint.method.toLowerCase());
  }
});

function directives(answer: { readonly headers: Readonly<Record<string, unknown>> }): Record<string, string> {
  const policy = String(answer.headers['content-security-policy']);
  return Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );
}
