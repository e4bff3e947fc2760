import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { testApp } from '#tests/support/test-app.ts';
import { addHostCheck, knownHosts } from './hosts.ts';

const plain: Parameters<typeof knownHosts>[0] = {
  appUrl: 'https://boards.example.org',
  boardsDomain: null,
  host: '127.0.0.1',
};
const perBoard = { ...plain, boardsDomain: 'dais.example:8443' };
const onNetwork = { ...plain, host: '192.168.1.5' };
const everywhere = { ...plain, host: '0.0.0.0' };
const demo = { ...plain, appUrl: 'http://localhost:3000' };

const each = (hosts: string, addresses: typeof plain) => hosts.split(' ').map((host) => [host, addresses] as const);

test.each([
  ...each('boards.example.org BOARDS.example.org:443 boards.example.org. boards.example.org:8080 localhost', plain),
  ...each('localhost:3000 127.0.0.1:3000 [::1]:3000 anything.localhost:3000', demo),
  ...each('dais.example harbour.dais.example harbour.dais.example:8443', perBoard),
  ...each('192.168.1.5:3000', onNetwork),
  ...each('[fe80::1]:3000', { ...plain, host: 'fe80::1' }),
])('%s is a known host', (host, addresses) => {
  expect(knownHosts(addresses)(host)).toBe(true);
});

test.each([
  ...each('evil.example boards.example.org.evil.example evilboards.example.org harbour.dais.example', plain),
  ...each('boards.example.org/@evil.example evil@boards.example.org', plain),
  ...each('rebound.evil.example:3000 localhost.evil.example 127.0.0.1.evil.example', demo),
  ...each('evildais.example', perBoard),
  ...each('192.168.1.5 0.0.0.0:3000', everywhere),
  ['', plain] as const,
  ['boards example', plain] as const,
])('%j is not a known host', (host, addresses) => {
  expect(knownHosts(addresses)(host)).toBe(false);
});

describe('a request with an unknown host name', () => {
  const server = testApp({ APP_URL: 'http://localhost:3000' });
  const behindProxy = testApp({ APP_URL: 'https://boards.example.org', TRUST_PROXY: '10.0.0.1' });
  const rebound = { host: 'rebound.evil.example:3000' };

  const urls = '/ /login /ajax/start /openapi.json /manifest.webmanifest /nothing /feed/unknown.ics'.split(' ');
  test.each(urls)('is rejected for %s', async (url) => {
    const call = await server.app.inject({ url, headers: rebound });
    expect([call.statusCode, call.json()]).toEqual([421, { status: 'error', msg: '' }]);
    expect(call.cookies).toEqual([]);
    const page = await server.app.inject({ url, headers: { ...rebound, accept: 'text/html' } });
    expect(page.statusCode).toBe(421);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.payload).toContain('There is no board at this address.');
    expect(page.payload).not.toContain('localhost');
    expect((await server.app.inject({ url, headers: { host: 'localhost:3000' } })).statusCode).not.toBe(421);
  });

  test('is rejected before the credentials are checked', async () => {
    const stranger = server.stranger();
    const credentials = { email: 'somebody@example.org', password: 'a guess' };
    expect((await stranger.post('/login', credentials, rebound)).status).toBe(421);
    expect((await stranger.post('/login', credentials)).status).toBe(422);
  });

  test('gets an error page with its style and icon', async () => {
    const { payload } = await server.app.inject({ url: '/', headers: { ...rebound, accept: 'text/html' } });
    const files = [...payload.matchAll(/<(?:link|img)[^>]* (?:href|src)="([^"]*)"/g)].map(
      ([, address = '']) => address,
    );
    expect(new Set(files)).toEqual(new Set(['/plain-page.css', '/favicon.svg']));
    const app = Fastify();
    addHostCheck(app, plain);
    for (const url of [...files, '/other.css']) if (!app.hasRoute({ method: 'GET', url })) app.get(url, async () => '');
    const status = async (url: string) => (await app.inject({ url, headers: rebound })).statusCode;
    for (const url of files) expect.soft(await status(url), url).toBe(200);
    expect(await status('/other.css')).not.toBe(200);
    await app.close();
  });

  test('is accepted for /health', async () => {
    expect((await server.app.inject({ url: '/health', headers: { host: '10.1.2.3:3000' } })).statusCode).toBe(200);
  });

  test('is accepted with a known X-Forwarded-Host only if a trusted proxy sent it', async () => {
    const inside = { host: 'dais:3000', 'x-forwarded-host': 'boards.example.org' };
    const ask = async (remoteAddress: string, headers: Readonly<Record<string, string>>) =>
      (await behindProxy.app.inject({ url: '/ajax/start', remoteAddress, headers })).statusCode;
    expect(await ask('10.0.0.1', inside)).toBe(200);
    expect(await ask('10.0.0.1', { ...inside, 'x-forwarded-host': 'evil.example' })).toBe(421);
    expect(await ask('10.0.0.2', inside)).toBe(421);
    expect(await ask('10.0.0.2', { host: 'boards.example.org', 'x-forwarded-host': 'evil.example' })).toBe(200);
  });
});
