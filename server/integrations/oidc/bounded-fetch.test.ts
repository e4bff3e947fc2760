import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FetchRules, fetchBounded } from './bounded-fetch.ts';

const rules: FetchRules = { privateHosts: [] };
const loopback: FetchRules = { privateHosts: ['127.0.0.1', 'localhost'], timeoutMs: 500 };
const get = { method: 'GET', headers: {} };

const failureOf = (given: FetchRules, address: string) =>
  fetchBounded(given, address, get).then(
    () => 'answered',
    (error) => error.failure,
  );

const privateHosts =
  '127.0.0.1 127.1 2130706433 0x7f.1 0177.0.0.1 [::1] [::ffff:127.0.0.1] [::ffff:7f00:1] 127.0.0.1. localhost LOCALHOST';
test.each([...privateHosts.split(' '), '169.254.169.254/latest'])(
  'the private address %s is rejected',
  async (host) => {
    expect(await failureOf(rules, `https://${host}/`)).toBe('private-address');
  },
);

test.each([
  ['no address', 'not-an-address'],
  ['https://user:password@1.1.1.1/', 'not-an-address'],
  ['http://1.1.1.1/', 'not-https'],
  ['file:///etc/passwd', 'not-https'],
  ['ftp://1.1.1.1/', 'not-https'],
])('fetching %s fails with %s', async (address, failure) => {
  expect(await failureOf(rules, address)).toBe(failure);
});

test('plain HTTP is rejected for a configured host that is not loopback', async () => {
  const named: FetchRules = { privateHosts: ['10.1.2.3', 'inside.example'] };
  expect(await failureOf(named, 'http://10.1.2.3/')).toBe('not-https');
});

describe('a configured host', () => {
  let server: Server;
  let base: string;
  let seen: string[];
  beforeAll(async () => {
    seen = [];
    server = createServer((request, response) => {
      const { url = '' } = request;
      seen.push(url);
      if (url === '/elsewhere') response.writeHead(302, { location: '/right' }).end();
      else if (url === '/long') response.end(Buffer.alloc(10 * 1024 * 1024));
      else if (url === '/slow') response.write('{');
      else if (url !== '/silent') response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });

  test('can be reached under all its configured names', async () => {
    const answer = await fetchBounded(loopback, `${base}/right`, get);
    expect([answer.status, answer.headers.get('content-type'), await answer.json()]).toEqual([
      200,
      'application/json',
      { a: 1 },
    ]);
    expect(await failureOf(loopback, base.replace('127.0.0.1', 'localhost'))).toBe('answered');
  });

  test.each([
    ['/elsewhere', 'redirected'],
    ['/long', 'too-long'],
    ['/slow', 'too-slow'],
    ['/silent', 'too-slow'],
  ])('a response from %s fails with %s', async (path, failure) => {
    expect(await failureOf(loopback, `${base}${path}`)).toBe(failure);
  });

  test('may respond with a redirect if the caller accepts redirects, and the redirect is not followed', async () => {
    seen = [];
    const answer = await fetchBounded(loopback, `${base}/elsewhere`, { ...get, returnsRedirects: true });
    expect([answer.status, answer.headers.get('location'), seen]).toEqual([302, '/right', ['/elsewhere']]);
  });

  test('is reported as unreachable if its port is closed', async () => {
    expect(await failureOf(loopback, 'http://127.0.0.1:9/')).toBe('not-reachable');
  });
});
