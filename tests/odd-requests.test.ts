import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from './support/test-app.ts';

const server = testApp();

beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

const isBuilt = existsSync(new URL('../dist/web/index.html', import.meta.url));

/** The address goes out as it stands; the test client would tidy it first. */
async function get(path: string) {
  const { port } = server.app.server.address() as AddressInfo;
  const asked = request({ host: '127.0.0.1', port, path, headers: { accept: 'text/html' } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

test.each([
  ['that are no characters', '/%ff%c0'],
  ['cut in the middle of a character', '/meetings/%E0%A4%A'],
  ['longer than any id', `/ajax/meetings/${'x'.repeat(300)}`],
  ['with a host in them', 'http://other.example/login'],
])('addresses %s are not there, and the answer repeats nothing of them', async (_what, path) => {
  const answer = await get(path);
  expect(answer.status).toBe(404);
  expect(JSON.parse(answer.text)).toEqual({ status: 'error', msg: '' });
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
});

test.runIf(isBuilt)('two slashes at the start lead to no other host', async () => {
  for (const path of ['//', '//other.example/', '//other.example/home', '//[']) {
    const answer = await get(path);
    expect.soft(answer.status, path).toBe(404);
    expect.soft(answer.headers.location, path).toBeUndefined();
  }
});

test('a request whose head dawdles and a connection that is still are ended', () => {
  expect(server.app.server.headersTimeout).toBe(60_000);
  expect(server.app.server.timeout).toBe(120_000);
});
