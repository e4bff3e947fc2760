import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { cookieName, cookieNames } from '#server/http/cookies.ts';
import type { TestClient } from './support/client.ts';
import { inBoard } from './support/factories.ts';
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

/** What comes back for bytes that no well-behaved client sends. */
async function answerTo(head: readonly string[], body = ''): Promise<string> {
  const { port } = server.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.end(`${[...head, 'Host: dais.example', 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);
  return text(socket);
}

describe('the bounds of a message', () => {
  test('a request with two lengths, or with a length and a transfer coding, is refused as none of ours', async () => {
    const smuggled = '0\r\n\r\nGET /health HTTP/1.1\r\nHost: dais.example\r\n\r\n';
    for (const framing of [
      ['Content-Length: 5', 'Transfer-Encoding: chunked'],
      ['Content-Length: 5', 'Content-Length: 6'],
      ['Transfer-Encoding: chunked, identity'],
    ]) {
      const answer = await answerTo(['POST /login HTTP/1.1', 'Content-Type: application/json', ...framing], smuggled);
      expect.soft(answer, framing.join(', ')).toMatch(/^HTTP\/1\.1 400 /);
      expect.soft(answer.match(/HTTP\/1\.1/g), framing.join(', ')).toHaveLength(1);
    }
  });

  test('TRACE repeats nothing, and no header makes another method of a POST', async () => {
    const traced = await answerTo(['TRACE /ajax/start HTTP/1.1', 'Cookie: dais_session=a-secret']);
    expect(traced).not.toMatch(/^HTTP\/1\.1 2/);
    expect(traced).not.toContain('a-secret');
    const id = world.home.meeting.id;
    const overridden = await member.post(`/ajax/meetings/${id}`, {}, { 'x-http-method-override': 'DELETE' });
    expect(overridden.status).toBe(405);
    expect((await member.get(`/ajax/meetings/${id}`)).status).toBe(200);
  });

  test('another method of a known address says which ones it has, and neither answer is kept', async () => {
    const path = `/ajax/meetings/${world.home.meeting.id}`;
    const put = await member.put(path, {});
    expect(put.status).toBe(405);
    expect(put.headers).toMatchObject({ allow: 'DELETE, GET, HEAD, PATCH', 'cache-control': 'no-store' });
    const feed = await member.delete('/feed/secret.ics');
    expect([feed.status, feed.headers.allow]).toEqual([405, 'GET, HEAD']);
    const none = await member.put('/ajax/nothing', {});
    expect([none.status, none.headers.allow]).toEqual([405, '']);
    const read = await member.get(`${path}/reschedule`);
    expect([read.status, read.headers['cache-control']]).toEqual([404, 'no-store']);
  });

  test('a target that names another host is refused, whatever the header says', async () => {
    const target = (host: string) => answerTo([`GET http://${host}/ajax/start HTTP/1.1`]);
    expect(await target('evil.example')).toMatch(/^HTTP\/1\.1 421 /);
    expect(await target('boards@evil.example')).toMatch(/^HTTP\/1\.1 421 /);
    expect(await target('dais.example')).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('HEAD answers with the headers of GET, and opens nothing', async () => {
    const { document, board } = world.home;
    const who = { userId: world.home.member.userId, boardId: board.id };
    const cookie = `${cookieName(server.context.config, cookieNames.session)}=${await sessionOf(server.context, who)}`;
    const ask = (method: 'GET' | 'HEAD', url: string) =>
      server.app.inject({ method, url, headers: { cookie, 'x-board': board.id } });
    const openings = () =>
      inBoard(server.context, board.id, (tx) =>
        tx.selectFrom('audit_entries').select('id').where('subject_id', '=', document.id).execute(),
      );
    for (const path of [`/document/${document.id}`, `/download/${document.id}`, `/ajax/documents/${document.id}`]) {
      const before = await openings();
      const head = await ask('HEAD', path);
      expect.soft(await openings(), path).toEqual(before);
      const get = await ask('GET', path);
      expect.soft([head.statusCode, head.payload], path).toEqual([200, '']);
      for (const name of ['content-type', 'content-length', 'content-disposition', 'cache-control', 'accept-ranges']) {
        expect.soft(String(head.headers[name]), `${path} ${name}`).toBe(String(get.headers[name]));
      }
      if (!path.startsWith('/ajax')) expect.soft((await openings()).length, path).toBe(before.length + 1);
    }
    const stream = await ask('HEAD', '/ajax/events');
    expect([stream.statusCode, stream.headers['content-type']]).toEqual([200, 'application/x-ndjson']);
  });

  test('a call with a body that is no JSON is refused, whatever it says that it is', async () => {
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const posted = await member.post('/ajax/session/theme', '{"theme":"dark"}', { 'content-type': type });
      expect.soft(posted.status, type).toBe(422);
    }
  });
});

describe('what is asked twice or by a name of the language', () => {
  test('quotation marks and semicolons are text to the database', async () => {
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

  test('a parameter that comes twice is one too many', async () => {
    expect((await member.get('/ajax/audit?page=1&page=2')).status).toBeGreaterThanOrEqual(400);
    expect((await member.get('/ajax/start?board=one&board=two')).status).toBe(422);
  });

  test('a body that names __proto__ or constructor changes no object of the server, and is refused', async () => {
    for (const body of [
      '{"theme":"dark","__proto__":{"isSiteAdmin":true}}',
      '{"theme":"dark","constructor":{"prototype":{"isSiteAdmin":true}}}',
    ]) {
      const answer = await member.post('/ajax/session/theme', body, { 'content-type': 'application/json' });
      expect.soft(answer.status, body).toBe(422);
    }
    expect(({} as { isSiteAdmin?: boolean }).isSiteAdmin).toBeUndefined();
  });

  test('a field that a call does not declare is refused, and changes nothing', async () => {
    const before = (await member.get('/ajax/start')).json.data.user;
    const answer = await member.post('/ajax/session/theme', { theme: 'dark', is_site_admin: true });
    expect(answer.status).toBe(422);
    expect((await member.get('/ajax/start')).json.data.user).toEqual(before);
  });
});

describe('where a visitor comes from', () => {
  /** The address that limits count and the log names, as ten wrong passwords from it show. */
  async function isCountedAs(
    app: typeof server.app,
    given: { readonly from: string; readonly forwarded: (nth: number) => string },
  ) {
    const statuses: number[] = [];
    const visit = await app.inject('/ajax/start');
    const cookie = visit.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const token = decodeURIComponent(visit.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '');
    for (let nth = 0; nth < 12; nth += 1) {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/login',
        remoteAddress: given.from,
        headers: {
          cookie,
          'x-xsrf-token': token,
          'x-forwarded-for': given.forwarded(nth),
          'x-real-ip': given.forwarded(nth),
        },
        payload: { email: `somebody@${given.from}.example`, password: 'a guess' },
      });
      statuses.push(statusCode);
    }
    return statuses.includes(429) ? 'one' : 'many';
  }

  test('headers of a proxy count for nothing where no proxy is trusted', async () => {
    expect(await isCountedAs(server.app, { from: '198.51.100.7', forwarded: (nth) => `203.0.113.${nth}` })).toBe('one');
  });

  test('a trusted proxy says who it is; what the visitor put before that counts for nothing', async () => {
    const forwarded = (nth: number) => `203.0.113.${nth}, 198.51.100.9`;
    expect(await isCountedAs(behindProxy.app, { from: '10.0.0.1', forwarded })).toBe('one');
    const different = (nth: number) => `203.0.113.${nth}`;
    expect(await isCountedAs(behindProxy.app, { from: '10.0.0.1', forwarded: different })).toBe('many');
    expect(await isCountedAs(behindProxy.app, { from: '10.0.0.2', forwarded: different })).toBe('one');
  });
});

describe('what is given out', () => {
  test('no other site’s script may read an answer', async () => {
    for (const origin of ['https://evil.example', 'null']) {
      for (const path of ['/ajax/start', '/openapi.json', `/document/${world.home.document.id}`]) {
        const { headers } = await member.get(path, { origin });
        expect.soft(headers['access-control-allow-origin'], path).toBeUndefined();
        expect.soft(headers['access-control-allow-credentials'], path).toBeUndefined();
        expect.soft(headers['cross-origin-resource-policy'], path).toBe('same-origin');
      }
    }
  });

  test('every text says its character set', async () => {
    const paths = [
      '/ajax/start',
      `/meetings/addtocalendar/${world.home.meeting.id}/ical`,
      '/ajax/nothing',
      '/openapi.json',
    ];
    for (const path of paths) {
      const { headers } = await member.get(path);
      expect.soft(String(headers['content-type']), path).toMatch(/charset=utf-8/);
    }
  });

  test.runIf(isBuilt)('no folder is listed, and no file beside the built ones is given out', async () => {
    for (const path of [
      '/assets/',
      '/assets',
      '/.git/config',
      '/.env',
      '/package.json',
      '/server/main.ts',
      '/assets/../package.json',
      '/assets/%2e%2e/package.json',
      '/..%2fpackage.json',
    ]) {
      const { statusCode, payload, headers } = await server.app.inject({ url: path, headers: { accept: 'text/html' } });
      const isOurPage = String(headers['content-type']).startsWith('text/html') && payload.includes('id="start"');
      const isElsewhere = statusCode === 302 && String(headers.location).startsWith('/login');
      expect.soft(statusCode === 404 || isOurPage || isElsewhere, `${path}: ${statusCode}`).toBe(true);
      expect.soft(payload, path).not.toMatch(/"dependencies"|\[core\]|Index of/);
    }
  });

  test('a redirect leads to our own paths, or to the page of a calendar that the reader chose', async () => {
    const { id } = world.home.meeting;
    const allowed = ['https://calendar.google.com', 'https://outlook.office.com', 'https://outlook.live.com'];
    for (const type of ['google', 'outlook365', 'outlook']) {
      const { headers } = await member.get(`/meetings/addtocalendar/${id}/${type}`);
      expect.soft(allowed, type).toContain(new URL(String(headers.location)).origin);
    }
  });
});
