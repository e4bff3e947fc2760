import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { makeBoard, makeMember, makeUser } from '#tests/support/factories.ts';
import { jarClient } from '#tests/support/jar-client.ts';
import { leaveOneTry } from '#tests/support/leave-one-try.ts';
import { testApp } from '#tests/support/test-app.ts';
import { sweepExpiredJob } from './jobs.ts';

const server = testApp();
const password = 'correct horse battery';

const cookieOf = (answer: { headers: Readonly<Record<string, unknown>> }, name: string): string | undefined =>
  ([answer.headers['set-cookie']].flat() as (string | undefined)[]).find((cookie) => cookie?.startsWith(`${name}=`));

async function cookiesAfterSignIn(email: string, remember = false) {
  const answer = await server.stranger().post('/login', { email, password, remember });
  const session = cookieOf(answer, '__Host-dais_session') ?? '';
  const csrf = decodeURIComponent(cookieOf(answer, 'XSRF-TOKEN')?.split(';')[0]?.split('=')[1] ?? '');
  return { answer, session, headers: { cookie: session.split(';')[0] ?? '', 'x-xsrf-token': csrf } };
}

test('S7.3 the right email and password answer 200 with a url to go to', async () => {
  const user = await makeUser(server.context, { password });
  await makeMember(server.context, { user });
  const answer = await server.stranger().post('/login', { email: ` ${user.email.toUpperCase()} `, password });
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({ url: '/home' });
});

test('signing in comes back to an own path, and never to another site', async () => {
  const user = await makeUser(server.context, { password });
  const login = (next: string) => server.stranger().post('/login', { email: user.email, password, next });
  expect((await login('/meetings?year=2026')).json.url).toBe('/meetings?year=2026');
  expect((await login('//evil.example')).json.url).toBe('/home');
});

test('S2.36 signing in opens the board whose login screen was shown, where it is theirs, and an over-long way back is ignored', async () => {
  const user = await makeUser(server.context, { password });
  const first = await makeBoard(server.context, { title: 'Alder Trust' });
  const second = await makeBoard(server.context, { title: 'Willow Trust' });
  for (const board of [first, second]) await makeMember(server.context, { user, board });
  const opened = async (more: object) => {
    const answer = await server.stranger().post('/login', { email: user.email, password, ...more });
    expect(answer.json.url).toBe('/home');
    const { rows } = await asSuperuser(server.context, (client) =>
      client.query('select board_id from sessions where user_id = $1 order by created_at desc, id desc limit 1', [
        user.id,
      ]),
    );
    return rows[0]?.board_id;
  };
  expect(await opened({})).toBe(first.id);
  expect(await opened({ board: second.shortname.toUpperCase() })).toBe(second.id);
  expect(await opened({ board: 'nobody-has-this', next: `/home?x=${'a'.repeat(2_100)}` })).toBe(first.id);
});

test('an unknown address and a wrong password are answered alike', async () => {
  const user = await makeUser(server.context, { password });
  const wrong = await server.stranger().post('/login', { email: user.email, password: 'something else' });
  const unknown = await server.stranger().post('/login', { email: 'nobody@example.org', password });
  expect(wrong.status).toBe(422);
  expect(unknown.status).toBe(422);
  expect(unknown.text).toBe(wrong.text);
});

test('what no database can hold is a wrong address, and names no board', async () => {
  const visitor = server.stranger();
  expect((await visitor.post('/login', { email: 'nobody\0@example.org', password })).status).toBe(422);
  expect((await visitor.get('/ajax/start?board=%00')).status).toBe(422);
});

test('the session cookie is HttpOnly, Lax and Secure; remembered for 30 days only when asked', async () => {
  const user = await makeUser(server.context, { password });
  const plain = await cookiesAfterSignIn(user.email);
  expect(plain.session).toMatch(/HttpOnly/);
  expect(plain.session).toMatch(/SameSite=Lax/);
  expect(plain.session).toMatch(/Secure/);
  expect(plain.session).not.toMatch(/Max-Age/);
  const kept = await cookiesAfterSignIn(user.email, true);
  expect(kept.session).toMatch(new RegExp(`Max-Age=${30 * 86_400}`));
});

test('without Remember Me a session ends after 12 hours idle', async () => {
  const user = await makeUser(server.context, { password });
  const { headers } = await cookiesAfterSignIn(user.email);
  const name = async () => (await server.stranger().get('/ajax/start', headers)).json.data.user?.email ?? null;
  server.context.clock.advance({ minutes: 11 * 60 });
  expect(await name()).toBe(user.email);
  server.context.clock.advance({ minutes: 11 * 60 });
  expect(await name()).toBe(user.email);
  server.context.clock.advance({ minutes: 12 * 60 + 1 });
  expect(await name()).toBe(null);
});

test('however busy it is kept, a session ends thirty days after its sign-in', async () => {
  const user = await makeUser(server.context, { password });
  const { headers } = await cookiesAfterSignIn(user.email);
  const name = async () => (await server.stranger().get('/ajax/start', headers)).json.data.user?.email ?? null;
  for (let hours = 0; hours < 30 * 24 - 10; hours += 10) {
    server.context.clock.advance({ minutes: 600 });
    expect(await name(), `${hours} hours`).toBe(user.email);
  }
  server.context.clock.advance({ minutes: 601 });
  expect(await name()).toBe(null);
});

test('the session id changes at sign-in, and the old one is worth nothing', async () => {
  const user = await makeUser(server.context, { password });
  const first = await cookiesAfterSignIn(user.email);
  const again = await server.stranger().post('/login', { email: user.email, password }, first.headers);
  expect(again.status).toBe(200);
  expect(cookieOf(again, '__Host-dais_session')).not.toBe(first.session);
  const old = await server.stranger().get('/ajax/start', first.headers);
  expect(old.json.data.user).toBe(null);
});

test('S7.7 logout ends the session on the server', async () => {
  const user = await makeUser(server.context, { password });
  const { headers } = await cookiesAfterSignIn(user.email);
  expect((await server.stranger().post('/logout', {}, headers)).status).toBe(200);
  expect((await server.stranger().get('/ajax/start', headers)).json.data.user).toBe(null);
});

test('guessing runs out for the guesser, while the owner’s own browser still gets in', async () => {
  const user = await makeUser(server.context, { password });
  const owner = await cookiesAfterSignIn(user.email);
  const device = cookieOf(owner.answer, '__Host-dais_device')?.split(';')[0] ?? '';
  // From other addresses, so that only the account's limit counts.
  const guess = () =>
    server.app.inject({
      method: 'POST',
      url: '/login',
      remoteAddress: `203.0.113.${Math.floor(Math.random() * 250)}`,
      headers: guesser,
      payload: { email: user.email, password: 'a guess' },
    });
  const visit = await server.app.inject({ url: '/ajax/start' });
  const cookies = visit.cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; ');
  const token = decodeURIComponent(visit.cookies.find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? '');
  const guesser = { cookie: cookies, 'x-xsrf-token': token };
  const statuses: number[] = [];
  for (let tries = 0; tries < 60; tries += 1) statuses.push((await guess()).statusCode);
  expect(statuses).toContain(422);
  expect(statuses.at(-1)).toBe(429);
  const stillIn = await server.app.inject({
    method: 'POST',
    url: '/login',
    headers: { ...guesser, cookie: `${cookies}; ${device}` },
    payload: { email: user.email, password },
  });
  expect(stillIn.statusCode).toBe(200);
});

test('M9 whoever comes from a known browser gets in while somebody at the same address guesses at the account', async () => {
  await server.context.pool.query('delete from rate_limits');
  const user = await makeUser(server.context, { password });
  const other = await makeUser(server.context, { password });
  const owner = jarClient(server.app, { from: '192.0.2.9' });
  await owner.post('/login', { email: user.email, password });
  // The browser stays known to both accounts.
  await owner.post('/login', { email: other.email, password });
  const guesser = jarClient(server.app, { from: '192.0.2.9' });
  const guess = (email: string) => guesser.post('/login', { email, password: 'a guess' });
  for (let nth = 0; nth < 10; nth += 1) expect((await guess(user.email)).status).toBe(422);
  const limited = await guess(user.email);
  expect(limited.status).toBe(429);
  expect(limited.retryAfter).toBeGreaterThan(800);
  expect(limited.retryAfter).toBeLessThanOrEqual(900);
  for (let nth = 0; nth < 60; nth += 1) await guess(`nobody-${nth}@example.org`);
  expect((await guess('somebody-else@example.org')).status).toBe(429);
  const stranger = jarClient(server.app, { from: '192.0.2.9' });
  expect((await stranger.post('/login', { email: user.email, password })).status).toBe(429);

  const device = owner.cookie('__Host-dais_device') ?? '';
  const known = () => jarClient(server.app, { from: '192.0.2.9', cookies: { '__Host-dais_device': device } });
  for (const { email } of [user, other]) expect((await known().post('/login', { email, password })).status).toBe(200);
  const third = await makeUser(server.context, { password });
  expect((await known().post('/login', { email: third.email, password })).status).toBe(429);
});

test('M9 a known browser has tries of its own, and no more than others; each browser is another', async () => {
  await server.context.pool.query('delete from rate_limits');
  const user = await makeUser(server.context, { password });
  const browser = async () => {
    const made = jarClient(server.app, { from: '192.0.2.10' });
    await made.post('/login', { email: user.email, password });
    return made;
  };
  const [stolen, own] = [await browser(), await browser()];
  expect(stolen.cookie('__Host-dais_device')).not.toBe(own.cookie('__Host-dais_device'));
  const guess = async () => (await stolen.post('/login', { email: user.email, password: 'a guess' })).status;
  const statuses: number[] = [];
  for (let nth = 0; nth < 12; nth += 1) statuses.push(await guess());
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
  expect((await own.post('/login', { email: user.email, password })).status).toBe(200);
});

test('M9 nobody makes up a known browser: neither without our key nor of another account’s', async () => {
  await server.context.pool.query('delete from rate_limits');
  const [user, other] = [await makeUser(server.context, { password }), await makeUser(server.context, { password })];
  const owner = jarClient(server.app, { from: '192.0.2.11' });
  await owner.post('/login', { email: other.email, password });
  const [id = '', proof = ''] = (owner.cookie('__Host-dais_device') ?? '').split('.');
  const limit = { name: 'sign-in-account-here', points: 10 };
  for (const device of [`${id}.${proof}`, `${id}.${'A'.repeat(43)}`, `${id}.`, proof, '~~', `${'~'.repeat(5000)}`]) {
    await server.context.pool.query('delete from rate_limits');
    const forger = jarClient(server.app, { from: '192.0.2.12', cookies: { '__Host-dais_device': device } });
    const guess = async () => (await forger.post('/login', { email: user.email, password: 'a guess' })).status;
    expect(await guess()).toBe(422);
    await leaveOneTry(server.context, limit);
    expect([await guess(), await guess()]).toEqual([422, 429]);
  }
  await server.context.pool.query('delete from rate_limits');
});

test.each([
  { name: 'sign-in-address', points: 60 },
  { name: 'sign-in-account-here', points: 10 },
  { name: 'sign-in-account', points: 50 },
])('wrong passwords run out: $name, $points', async (limit) => {
  await server.context.pool.query('delete from rate_limits');
  const { email } = await makeUser(server.context, { password });
  const guess = async () => (await server.stranger().post('/login', { email, password: 'a guess' })).status;
  expect(await guess()).toBe(422);
  await leaveOneTry(server.context, limit);
  expect([await guess(), await guess()]).toEqual([422, 429]);
  await server.context.pool.query('delete from rate_limits');
});

test('of ten who confirm one session at once, one gets a new token; the others get no cookie', async () => {
  const user = await makeUser(server.context, { password });
  const { headers } = await cookiesAfterSignIn(user.email);
  const confirm = () => server.stranger().post('/user/confirm-password', { password }, headers);
  const answers = await Promise.all(Array.from({ length: 10 }, confirm));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(419)]);
  const given = answers.flatMap((answer) => cookieOf(answer, '__Host-dais_session') ?? []);
  expect(given).toHaveLength(1);
  const cookie = { cookie: given[0]?.split(';')[0] ?? '' };
  expect((await server.stranger().get('/ajax/start', cookie)).json.data.user.email).toBe(user.email);
});

test('an address as long as one may be is a wrong address, not an error', async () => {
  const email = `${'a'.repeat(242)}@example.org`;
  expect((await server.stranger().post('/login', { email, password })).status).toBe(422);
});

test('a user switches between own boards only', async () => {
  const user = await makeUser(server.context, { password });
  const [one, two, foreign] = [
    await makeBoard(server.context),
    await makeBoard(server.context),
    await makeBoard(server.context),
  ];
  await makeMember(server.context, { board: one, user });
  await makeMember(server.context, { board: two, user });
  const { headers } = await cookiesAfterSignIn(user.email);
  const to = (boardId: string) => server.stranger().post('/ajax/session/board', { board_id: boardId }, headers);
  expect((await to(two.id)).json.data.url).toBe('/home');
  const start = await server.stranger().get('/ajax/start', headers);
  expect(start.json.data.current_board_id).toBe(two.id);
  expect((await to(foreign.id)).status).toBe(404);
});

test('a suspended board leads to its suspended page and answers no call', async () => {
  const user = await makeUser(server.context, { password });
  const board = await makeBoard(server.context, { suspended: true });
  await makeMember(server.context, { board, user });
  const { headers } = await cookiesAfterSignIn(user.email);
  const switched = await server.stranger().post('/ajax/session/board', { board_id: board.id }, headers);
  expect(switched.json.data.url).toBe('/suspended');
  const meetings = await server.stranger().get('/ajax/meetings', { ...headers, 'x-board': board.id });
  expect(meetings.status).toBe(404);
});

test('a session opens nothing for a user who is disabled, even where nobody has ended it', async () => {
  const user = await makeUser(server.context, { password });
  const { headers } = await cookiesAfterSignIn(user.email);
  await asSuperuser(server.context, (client) =>
    client.query('update users set disabled_at = now() where id = $1', [user.id]),
  );
  expect((await server.stranger().get('/ajax/start', headers)).json.data.user).toBe(null);
  expect((await server.stranger().get('/ajax/account', headers)).status).toBe(419);
});

test('sessions, set-up links and tries that have run out are swept; the others stay', async () => {
  const user = await makeUser(server.context, { password });
  const { headers } = await cookiesAfterSignIn(user.email, true);
  const short = await cookiesAfterSignIn(user.email);
  server.context.clock.advance({ minutes: 13 * 60 });
  await sweepExpiredJob(server.context).handle({}, { attempt: 1, isLast: true });
  const left = await server.context.db.transaction().execute(async (tx) => {
    await sql`select set_config('dais.user_id', ${user.id}, true)`.execute(tx);
    return tx.selectFrom('sessions').select('remember').execute();
  });
  expect(left).toEqual([{ remember: true }]);
  const name = async (given: typeof headers) => (await server.stranger().get('/ajax/start', given)).json.data.user;
  expect(await name(headers)).toMatchObject({ email: user.email });
  expect(await name(short.headers)).toBe(null);
});
