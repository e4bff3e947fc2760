import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { sessionHeaders, type TestClient } from './support/client.ts';
import { sessionOf } from './support/session.ts';
import { testApp } from './support/test-app.ts';
import { makeWorld, type World } from './support/world.ts';

const server = testApp();
const behindProxy = testApp({ TRUST_PROXY: '10.0.0.1' });
let world: World;
let member: TestClient;

beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  world = await makeWorld(server.context);
  member = await server.signIn({ userId: world.home.member.userId, boardId: world.home.board.id });
});

const isBuilt = existsSync(new URL('../dist/web/index.html', import.meta.url));
const portOf = () => (server.app.server.address() as AddressInfo).port;
const nothing = { status: 'error', msg: '' };

async function answerTo(bytes: string): Promise<string> {
  const socket = connect(portOf(), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  return text(socket);
}
const answerToHead = (head: readonly string[], body = ''): Promise<string> =>
  answerTo(`${[...head, 'Host: dais.example', 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);

/** Sends the address unchanged, because the test client would normalise it. */
async function get(path: string, accept: 'text/html' | 'application/json' = 'text/html') {
  const asked = request({ host: '127.0.0.1', port: portOf(), path, headers: { accept } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

describe('a requested address', () => {
  test.each([
    ['is not valid UTF-8', '/%ff%c0', 404],
    ['ends within a character', '/meetings/%E0%A4%A', 404],
    ['is longer than any id', `/ajax/meetings/${'x'.repeat(300)}`, 404],
    ['contains another host', 'http://other.example/login', 421],
  ])('that %s is rejected and not repeated in the response', async (_what, path, status) => {
    const [call, page] = [await get(path, 'application/json'), await get(path)];
    expect(JSON.parse(call.text)).toEqual(nothing);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).toMatch(status === 404 ? /Page not found|id="start"/ : /There is no board at this address/);
    for (const answer of [call, page]) {
      expect(answer.status).toBe(status);
      expect(answer.text).not.toContain('other.example');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      const policy = answer.headers['content-security-policy'];
      for (const part of ["default-src 'none'", "frame-ancestors 'none'"]) expect(policy).toContain(part);
    }
  });

  test.runIf(isBuilt)('that begins with two slashes does not redirect to another host', async () => {
    for (const path of ['//', '//other.example/', '//other.example/home', '//[']) {
      const answer = await get(path);
      expect.soft([answer.status, answer.headers.location], path).toEqual([404, undefined]);
    }
  });

  test('with another host is rejected even if the Host header is correct', async () => {
    const target = (host: string) => answerToHead([`GET http://${host}/ajax/start HTTP/1.1`]);
    expect(await target('evil.example')).toMatch(/^HTTP\/1\.1 421 /);
    expect(await target('boards@evil.example')).toMatch(/^HTTP\/1\.1 421 /);
    expect(await target('dais.example')).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.runIf(isBuilt)('never returns a folder listing or a file outside the build', async () => {
    const folders = ['/assets/', '/assets', '/.git/config', '/.env', '/package.json', '/server/main.ts'];
    const climbing = ['/assets/../package.json', '/assets/%2e%2e/package.json', '/..%2fpackage.json'];
    for (const path of [...folders, ...climbing]) {
      const { statusCode, payload, headers } = await server.app.inject({ url: path, headers: { accept: 'text/html' } });
      const isOurPage = String(headers['content-type']).startsWith('text/html') && payload.includes('id="start"');
      const isElsewhere = statusCode === 302 && String(headers.location).startsWith('/login');
      expect.soft(statusCode === 404 || isOurPage || isElsewhere, `${path}: ${statusCode}`).toBe(true);
      expect.soft(payload, path).not.toMatch(/"dependencies"|\[core\]|Index of/);
    }
  });
});

describe('a request', () => {
  test('with two Host headers is rejected, even if both name the same host', async () => {
    for (const host of ['evil.example', 'dais.example']) {
      expect(await answerToHead(['GET /ajax/start HTTP/1.1', `host: ${host}`])).toMatch(/^HTTP\/1\.1 400 /);
    }
  });

  test.each([
    ['that is not HTTP', 'so much for that zzecho\r\n\r\n', 400],
    ['with an invalid header', 'GET / HTTP/1.1\r\nzzecho zzecho\r\n\r\n', 400],
    ['with too many headers', `GET / HTTP/1.1\r\nHost: x\r\nCookie: zzecho=${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])(
    '%s is rejected with the usual response headers and not repeated in the response',
    async (_what, bytes, status) => {
      const answer = await answerTo(bytes);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(JSON.parse(body)).toEqual(nothing);
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
    },
  );

  test.each([
    [['Content-Length: 5', 'Transfer-Encoding: chunked']],
    [['Content-Length: 5', 'Content-Length: 6']],
    [['Transfer-Encoding: chunked, identity']],
  ])('with the framing %j is rejected, and no second request is read from its body', async (framing) => {
    const smuggled = '0\r\n\r\nGET /health HTTP/1.1\r\nHost: dais.example\r\n\r\n';
    const answer = await answerToHead(['POST /login HTTP/1.1', 'Content-Type: application/json', ...framing], smuggled);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test('with TRACE is not echoed, and a method override header is ignored', async () => {
    const traced = await answerToHead(['TRACE /ajax/start HTTP/1.1', 'Cookie: dais_session=a-secret']);
    expect(traced).not.toMatch(/^HTTP\/1\.1 2/);
    expect(traced).not.toContain('a-secret');
    const path = `/ajax/meetings/${world.home.meeting.id}`;
    expect((await member.post(path, {}, { 'x-http-method-override': 'DELETE' })).status).toBe(405);
    expect((await member.get(path)).status).toBe(200);
  });

  test('with an unsupported method gets the list of allowed methods and is not cached', async () => {
    const path = `/ajax/meetings/${world.home.meeting.id}`;
    const put = await member.put(path, {});
    expect(put.headers).toMatchObject({ allow: 'DELETE, GET, HEAD, PATCH', 'cache-control': 'no-store' });
    const [feed, none] = [await member.delete('/feed/secret.ics'), await member.put('/ajax/nothing', {})];
    expect([put.status, feed.status, none.status]).toEqual([405, 405, 405]);
    expect([feed.headers.allow, none.headers.allow]).toEqual(['GET, HEAD', '']);
    const read = await member.get(`${path}/reschedule`);
    expect([read.status, read.headers['cache-control']]).toEqual([404, 'no-store']);
  });

  test('with HEAD gets the headers of GET and has no side effects', async () => {
    const { document, board, member: who } = world.home;
    const { cookie } = sessionHeaders(server.context, await sessionOf(server.context, who));
    const ask = (method: 'GET' | 'HEAD', url: string) =>
      server.app.inject({ method, url, headers: { cookie, 'x-board': board.id } });
    const openings = () =>
      server.inBoard(board.id, (tx) =>
        tx.selectFrom('audit_entries').select('id').where('subject_id', '=', document.id).execute(),
      );
    for (const path of [`/document/${document.id}`, `/download/${document.id}`, `/ajax/documents/${document.id}`]) {
      const before = await openings();
      const head = await ask('HEAD', path);
      expect.soft(await openings(), path).toEqual(before);
      const answer = await ask('GET', path);
      expect.soft([head.statusCode, head.payload], path).toEqual([200, '']);
      for (const name of ['content-type', 'content-length', 'content-disposition', 'cache-control', 'accept-ranges']) {
        expect.soft(String(head.headers[name]), `${path} ${name}`).toBe(String(answer.headers[name]));
      }
      if (!path.startsWith('/ajax')) expect.soft((await openings()).length, path).toBe(before.length + 1);
    }
    const stream = await ask('HEAD', '/ajax/events');
    expect([stream.statusCode, stream.headers['content-type']]).toEqual([200, 'application/x-ndjson']);
  });

  test('times out after 60 seconds without complete headers or 120 seconds of inactivity', () => {
    expect([server.app.server.headersTimeout, server.app.server.timeout]).toEqual([60_000, 120_000]);
  });
});

describe('a request body', () => {
  const theme = '/ajax/session/theme';

  test('is rejected unless its declared type is JSON', async () => {
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect.soft((await member.post(theme, '{"theme":"dark"}', { 'content-type': type })).status, type).toBe(422);
    }
  });

  test('with unknown fields, including __proto__ and constructor, is rejected and changes nothing', async () => {
    const before = (await member.get('/ajax/start')).json.data.user;
    for (const more of ['"is_site_admin":true', '"__proto__":{"a":1}', '"constructor":{"prototype":{"a":1}}']) {
      const answer = await member.post(theme, `{"theme":"dark",${more}}`, { 'content-type': 'application/json' });
      expect.soft(answer.status, more).toBe(422);
    }
    expect(({} as { a?: number }).a).toBeUndefined();
    expect((await member.get('/ajax/start')).json.data.user).toEqual(before);
  });

  test('from a signed-out visitor is limited to the size of a public form, even for an unknown endpoint', async () => {
    const stranger = server.stranger();
    const nested = '['.repeat(400 * 1024);
    for (const path of ['/login', '/ajax/password/forgot', '/ajax/nothing-is-here']) {
      const answer = await stranger.post(path, nested, { 'content-type': 'application/json' });
      expect.soft(answer.status, path).toBe(413);
    }
    // The longest possible address and password. JSON escapes every character of the password.
    const longest = { email: `${'a'.repeat(240)}@example.org`, password: '\u0001'.repeat(1000), remember: false };
    expect((await stranger.post('/login', longest)).status).not.toBe(413);
  });

  test('with many or long unknown fields gets a short response', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 40_000 }, (_, nth) => [`zzunknown${nth}`, 1]));
    const path = `/ajax/documents/${randomUUID()}/annotations`;
    for (const more of [unknown, { ['x'.repeat(900_000)]: 1 }]) {
      const answer = await member.post(path, { annotations: '', ...more });
      expect(answer.status).toBe(422);
      expect(answer.text.length).toBeLessThan(20_000);
      expect(Object.values(answer.json.errors)).toContain('Unknown field');
    }
  });
});

describe('a value in a request', () => {
  test('with quotation marks and semicolons is not executed as SQL', async () => {
    const words = ["o'neill", "x' or '1'='1", "'; drop table users; --", '$1', '\\', '%', '_'];
    for (const word of words) {
      const guess = await server.stranger().post('/login', { email: `${word}@example.org`, password: word });
      expect.soft(guess.status, word).toBe(422);
      const found = await member.post('/search', { itemType: 'all', searchString: word });
      expect.soft(found.status, word).toBeLessThan(500);
      expect.soft((await member.get(`/ajax/start?board=${encodeURIComponent(word)}`)).status, word).toBeLessThan(500);
    }
    expect((await member.get('/ajax/meetings')).status).toBe(200);
  });

  test('is rejected if its query parameter is repeated', async () => {
    expect((await member.get('/ajax/audit?page=1&page=2')).status).toBeGreaterThanOrEqual(400);
    expect((await member.get('/ajax/start?board=one&board=two')).status).toBe(422);
  });
});

describe('a visitor’s IP address', () => {
  const varied = (nth: number) => `203.0.113.${nth}`;

  async function isOne({ app }: typeof server, from: string, forwarded: (nth: number) => string): Promise<boolean> {
    const visit = await app.inject('/ajax/start');
    const cookie = visit.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const token = decodeURIComponent(visit.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '');
    const statuses: number[] = [];
    for (let nth = 0; nth < 12; nth += 1) {
      const claimed = { 'x-forwarded-for': forwarded(nth), 'x-real-ip': forwarded(nth) };
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/login',
        remoteAddress: from,
        headers: { cookie, 'x-xsrf-token': token, ...claimed },
        payload: { email: `somebody@${from}.example`, password: 'a guess' },
      });
      statuses.push(statusCode);
    }
    return statuses.includes(429);
  }

  test('is the address of the connection if no proxy is trusted', async () => {
    expect(await isOne(server, '198.51.100.7', varied)).toBe(true);
  });

  test('is taken from a trusted proxy, not from the visitor', async () => {
    expect(await isOne(behindProxy, '10.0.0.1', (nth) => `${varied(nth)}, 198.51.100.9`)).toBe(true);
    expect(await isOne(behindProxy, '10.0.0.1', varied)).toBe(false);
    expect(await isOne(behindProxy, '10.0.0.2', varied)).toBe(true);
  });
});

describe('a response', () => {
  test('cannot be read by scripts of another site', async () => {
    for (const origin of ['https://evil.example', 'null']) {
      for (const path of ['/ajax/start', `/document/${world.home.document.id}`]) {
        const { headers } = await member.get(path, { origin });
        expect.soft(headers['access-control-allow-origin'], path).toBeUndefined();
        expect.soft(headers['access-control-allow-credentials'], path).toBeUndefined();
        expect.soft(headers['cross-origin-resource-policy'], path).toBe('same-origin');
      }
    }
  });

  test('declares its character set if it is text', async () => {
    const calendar = `/meetings/addtocalendar/${world.home.meeting.id}/ical`;
    for (const path of ['/ajax/start', calendar, '/ajax/nothing']) {
      expect.soft(String((await member.get(path)).headers['content-type']), path).toMatch(/charset=utf-8/);
    }
  });
});
