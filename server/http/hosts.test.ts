import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { testApp } from '#tests/support/test-app.ts';
import { addHostCheck, knownHosts } from './hosts.ts';

const plain = { appUrl: 'https://boards.example.org', boardsDomain: null, host: '127.0.0.1' };
const perBoard = { ...plain, boardsDomain: 'dais.example:8443' };
const onNetwork = { ...plain, host: '192.168.1.5' };
const everywhere = { ...plain, host: '0.0.0.0' };
const demo = { ...plain, appUrl: 'http://localhost:3000' };

describe('M25b the hosts that are ours', () => {
  test.each([
    ['boards.example.org', plain],
    ['BOARDS.example.org:443', plain],
    ['boards.example.org.', plain],
    ['boards.example.org:8080', plain],
    ['localhost:3000', demo],
    ['127.0.0.1:3000', demo],
    ['[::1]:3000', demo],
    ['anything.localhost:3000', demo],
    ['localhost', plain],
    ['dais.example', perBoard],
    ['harbour.dais.example', perBoard],
    ['harbour.dais.example:8443', perBoard],
    ['192.168.1.5:3000', onNetwork],
    ['[fe80::1]:3000', { ...plain, host: 'fe80::1' }],
  ])('%s', (host, addresses) => {
    expect(knownHosts(addresses)(host)).toBe(true);
  });

  test.each([
    ['evil.example', plain],
    ['rebound.evil.example:3000', demo],
    ['boards.example.org.evil.example', plain],
    ['evilboards.example.org', plain],
    ['localhost.evil.example', demo],
    ['127.0.0.1.evil.example', demo],
    ['harbour.dais.example', plain],
    ['evildais.example', perBoard],
    ['192.168.1.5', everywhere],
    ['0.0.0.0:3000', everywhere],
    ['', plain],
    ['boards.example.org/@evil.example', plain],
    ['evil@boards.example.org', plain],
    ['boards example', plain],
  ])('and not %s', (host, addresses) => {
    expect(knownHosts(addresses)(host)).toBe(false);
  });
});

describe('M25b a request for another host', () => {
  const server = testApp({ APP_URL: 'http://localhost:3000' });
  const behindProxy = testApp({ APP_URL: 'https://boards.example.org', TRUST_PROXY: '10.0.0.1' });
  const rebound = { host: 'rebound.evil.example:3000' };

  test.each([
    '/',
    '/login',
    '/ajax/start',
    '/openapi.json',
    '/manifest.webmanifest',
    '/nothing',
    '/feed/none-of-ours.ics',
  ])('%s is refused', async (url) => {
    const call = await server.app.inject({ url, headers: rebound });
    expect([call.statusCode, call.json()]).toEqual([421, { status: 'error', msg: '' }]);
    expect(call.cookies).toEqual([]);
    const page = await server.app.inject({ url, headers: { ...rebound, accept: 'text/html' } });
    expect(page.statusCode).toBe(421);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.payload).toContain('No board is served at this address.');
    expect(page.payload).not.toContain('localhost');
    expect((await server.app.inject({ url, headers: { host: 'localhost:3000' } })).statusCode).not.toBe(421);
  });

  test('changes nothing', async () => {
    const stranger = server.stranger();
    const credentials = { email: 'somebody@example.org', password: 'a guess' };
    expect((await stranger.post('/login', credentials, rebound)).status).toBe(421);
    expect((await stranger.post('/login', credentials)).status).toBe(422);
  });

  test('its page is shown with its style and mark', async () => {
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

  test('/health answers whatever a balancer calls the server', async () => {
    expect((await server.app.inject({ url: '/health', headers: { host: '10.1.2.3:3000' } })).statusCode).toBe(200);
  });

  test('X-Forwarded-Host counts where a trusted proxy says it, and nowhere else', async () => {
    const inside = { host: 'dais:3000', 'x-forwarded-host': 'boards.example.org' };
    const ask = async (remoteAddress: string, headers: Readonly<Record<string, string>>) =>
      (await behindProxy.app.inject({ url: '/ajax/start', remoteAddress, headers })).statusCode;
    expect(await ask('10.0.0.1', inside)).toBe(200);
    expect(await ask('10.0.0.1', { ...inside, 'x-forwarded-host': 'evil.example' })).toBe(421);
    expect(await ask('10.0.0.2', inside)).toBe(421);
    expect(await ask('10.0.0.2', { host: 'boards.example.org', 'x-forwarded-host': 'evil.example' })).toBe(200);
  });
});
