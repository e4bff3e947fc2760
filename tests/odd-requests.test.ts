import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { routes } from '#server/app.ts';
import { makeMember } from './support/factories.ts';
import { testApp } from './support/test-app.ts';

const server = testApp();

beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

const isBuilt = existsSync(new URL('../dist/web/index.html', import.meta.url));

/** The address goes out as it stands; the test client would tidy it first. */
async function get(path: string, accept: 'text/html' | 'application/json' = 'text/html') {
  const { port } = server.app.server.address() as AddressInfo;
  const asked = request({ host: '127.0.0.1', port, path, headers: { accept } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

test.each([
  ['that are no characters', '/%ff%c0', 404],
  ['cut in the middle of a character', '/meetings/%E0%A4%A', 404],
  ['longer than any id', `/ajax/meetings/${'x'.repeat(300)}`, 404],
  // As where the header names another host.
  ['with a host in them', 'http://other.example/login', 421],
])(
  'addresses %s are not there, to a call and to a person, and the answer repeats nothing of them',
  async (_what, path, status) => {
    const [call, page] = [await get(path, 'application/json'), await get(path)];
    expect(JSON.parse(call.text)).toEqual({ status: 'error', msg: '' });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toMatch(status === 404 ? /Page not found|id="start"/ : /No board is served at this address/);
    for (const answer of [call, page]) {
      expect(answer.status).toBe(status);
      expect(answer.text).not.toContain('other.example');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    }
  },
);

test.runIf(isBuilt)('two slashes at the start lead to no other host', async () => {
  for (const path of ['//', '//other.example/', '//other.example/home', '//[']) {
    const answer = await get(path);
    expect.soft(answer.status, path).toBe(404);
    expect.soft(answer.headers.location, path).toBeUndefined();
  }
});

/** Byte by byte, as no well-behaved client sends it. */
async function answerToBytes(bytes: string): Promise<string> {
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  return text(socket);
}

test.each([
  ['that is none of HTTP', 'so much for that zzecho\r\n\r\n', 400],
  ['with a header that cannot be', 'GET / HTTP/1.1\r\nzzecho zzecho\r\n\r\n', 400],
  ['with more headers than are read', `GET / HTTP/1.1\r\nHost: x\r\nCookie: zzecho=${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('a request %s is refused in as many words, with the headers of every refusal', async (_what, bytes, status) => {
  const answer = await answerToBytes(bytes);
  const [head = '', body] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(body ?? '')).toEqual({ status: 'error', msg: '' });
  expect(answer).not.toContain('zzecho');
  for (const header of [
    'x-content-type-options: nosniff',
    "content-security-policy: default-src 'none'",
    'cache-control: no-store',
    'referrer-policy: no-referrer',
    'connection: close',
  ]) {
    expect(head).toContain(`\r\n${header}`);
  }
});

const forStrangers = routes.filter(({ endpoint }) => endpoint.access === 'public' || endpoint.access === 'magic');

test('where anybody may ask, and where nothing is, no more of a body is read than the longest form needs', async () => {
  expect(forStrangers.length).toBeGreaterThan(20);
  for (const { endpoint } of forStrangers) {
    expect.soft(endpoint.bodyBytesMax, endpoint.name).toBeLessThanOrEqual(16 * 1024);
  }
  const stranger = server.stranger();
  const nested = '['.repeat(400 * 1024);
  for (const path of ['/login', '/ajax/password/forgot', '/ajax/nothing-is-here']) {
    const answer = await stranger.post(path, nested, { 'content-type': 'application/json' });
    expect.soft(answer.status, path).toBe(413);
  }
  // The longest there is, and every letter of it written out.
  const longest = { email: `${'a'.repeat(240)}@example.org`, password: '\u0001'.repeat(1000), remember: false };
  expect((await stranger.post('/login', longest)).status).not.toBe(413);
});

test('an answer that refuses names of fields repeats no more of them than a reader would read', async () => {
  const member = await server.signIn(await makeMember(server.context));
  const unknown = Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`zzunknown${n}`, 1]));
  // Marks are among the longest bodies that are taken.
  const marks = `/ajax/documents/${randomUUID()}/annotations`;
  const answers = [
    await member.post(marks, { annotations: '', ...unknown }),
    await member.post(marks, { annotations: '', ['x'.repeat(900_000)]: 1 }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(422);
    expect(answer.text.length).toBeLessThan(20_000);
    expect(Object.values(answer.json.errors)).toContain('This field is not known here');
  }
});

test('a request whose head dawdles and a connection that is still are ended', () => {
  expect(server.app.server.headersTimeout).toBe(60_000);
  expect(server.app.server.timeout).toBe(120_000);
});
