import { expect, test } from 'vitest';
import { type JarClient, jarClient } from '#tests/support/jar-client.ts';
import { accountStage, emailOf, password, tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { member, browser, rows, makePerson, browserOf, expectLimit } = accountStage(server);
const [sessionCookie, deviceCookie] = ['__Host-dais_session', '__Host-dais_device'];
const from = '192.0.2.9';

const login = (email: string, more: object = {}) => server.stranger().post('/login', { email, password, ...more });
const cookieHeader = async (email: string, remember: boolean): Promise<string> => {
  const answer = await login(email, { remember });
  return [answer.headers['set-cookie']].flat().find((cookie) => String(cookie).startsWith(sessionCookie)) as string;
};
const boardOf = async (browser: JarClient) => (await browser.call('GET', '/ajax/start')).json.data.current_board_id;

test('signing in opens the board of the login page if the user is a member, and ignores an overlong return address', async () => {
  const user = await server.make.user({ password });
  const first = await server.make.board({ title: 'Alder Trust' });
  const second = await server.make.board({ title: 'Willow Trust' });
  for (const board of [first, second]) await server.make.member({ user, board });
  const opened = async (more: object) => {
    const browser = jarClient(server.app);
    const answer = await browser.post('/login', { email: ` ${user.email.toUpperCase()} `, password, ...more });
    expect(answer).toMatchObject({ status: 200, json: { url: '/home' } });
    return boardOf(browser);
  };
  expect(await opened({})).toBe(first.id);
  expect(await opened({ board: second.shortname.toUpperCase() })).toBe(second.id);
  expect(await opened({ board: 'nobody-has-this', next: `/home?x=${'a'.repeat(2_100)}` })).toBe(first.id);
});

test('the session cookie is HttpOnly, Lax and Secure, and lasts 30 days only with Remember Me', async () => {
  const { email } = await server.make.user({ password });
  const plain = await cookieHeader(email, false);
  for (const attribute of [/HttpOnly/, /SameSite=Lax/, /Secure/]) expect(plain).toMatch(attribute);
  expect(plain).not.toMatch(/Max-Age/);
  expect(await cookieHeader(email, true)).toMatch(new RegExp(`Max-Age=${30 * 86_400}`));
});

test('without Remember Me, a session ends after 12 hours of inactivity', async () => {
  for (const hours of [11, 11]) {
    server.context.clock.advance({ minutes: hours * 60 });
    expect(await emailOf(browser)).toBe(member.email);
  }
  server.context.clock.advance({ minutes: 12 * 60 + 1 });
  expect(await emailOf(browser)).toBe(null);
});

test('a session ends thirty days after the sign-in even if it is in use', async () => {
  for (let hours = 0; hours < 30 * 24 - 10; hours += 10) {
    server.context.clock.advance({ minutes: 600 });
    expect(await emailOf(browser), `${hours} hours`).toBe(member.email);
  }
  server.context.clock.advance({ minutes: 601 });
  expect(await emailOf(browser)).toBe(null);
});

test('signing in again or signing out invalidates the previous session id', async () => {
  const before = browser.copy();
  expect((await browser.post('/login', { email: member.email, password })).status).toBe(200);
  expect(browser.cookie(sessionCookie)).not.toBe(before.cookie(sessionCookie));
  expect([await emailOf(browser), await emailOf(before)]).toEqual([member.email, null]);
  const left = browser.copy();
  expect((await browser.post('/logout')).status).toBe(200);
  expect(await emailOf(left)).toBe(null);
});

const knownAs = (browser: JarClient) =>
  jarClient(server.app, { from, cookies: { [deviceCookie]: browser.cookie(deviceCookie) ?? '' } });
const guessFrom = (guesser: JarClient, email: string) => guesser.post('/login', { email, password: 'a guess' });

test.each([
  { name: 'sign-in-address', points: 60, seconds: 900, addresses: [from] },
  { name: 'sign-in-account-here', points: 10, seconds: 900, addresses: [from] },
  { name: 'sign-in-account', points: 50, seconds: 3_600, addresses: ['203.0.113.1', '203.0.113.2', '203.0.113.3'] },
])('the limit $name blocks wrong passwords after $points attempts, except in a known browser', async (limit) => {
  const [user, other, third] = [await makePerson(), await makePerson(), await makePerson()];
  const owner = await browserOf(user, { from });
  await owner.post('/login', { email: other.email, password });
  const guessers = limit.addresses.map((each) => jarClient(server.app, { from: each }));
  const guess = (nth: number) => guessFrom(guessers[nth % guessers.length] ?? owner, user.email);
  const { retryAfter } = await expectLimit(limit, guess);
  expect(retryAfter).toBeGreaterThan(limit.seconds - 100);
  expect(retryAfter).toBeLessThanOrEqual(limit.seconds);
  const stranger = jarClient(server.app, { from });
  expect((await stranger.post('/login', { email: user.email, password })).status).toBe(429);
  for (const { email } of [user, other]) {
    expect((await knownAs(owner).post('/login', { email, password })).status).toBe(200);
  }
  const unknownAccount = await knownAs(owner).post('/login', { email: third.email, password });
  expect(unknownAccount.status).toBe(limit.name === 'sign-in-address' ? 429 : 200);
});

test('each known browser has its own limit of ten login attempts', async () => {
  const user = await makePerson();
  const [stolen, own] = [await browserOf(user, { from }), await browserOf(user, { from })];
  expect(stolen.cookie(deviceCookie)).not.toBe(own.cookie(deviceCookie));
  const statuses: number[] = [];
  for (let nth = 0; nth < 12; nth += 1) statuses.push((await guessFrom(stolen, user.email)).status);
  expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
  expect((await own.post('/login', { email: user.email, password })).status).toBe(200);
});

test('a known-browser cookie cannot be forged or copied from another account', async () => {
  const [user, other] = [await makePerson(), await makePerson()];
  const owner = await browserOf(other, { from });
  const [id = '', proof = ''] = (owner.cookie(deviceCookie) ?? '').split('.');
  for (const device of [`${id}.${proof}`, `${id}.${'A'.repeat(43)}`, `${id}.`, proof, '~~', `${'~'.repeat(5000)}`]) {
    const forger = jarClient(server.app, { from: '192.0.2.12', cookies: { [deviceCookie]: device } });
    await expectLimit({ name: 'sign-in-account-here', points: 10 }, () => guessFrom(forger, user.email));
  }
});

test('only one of ten simultaneous confirmations of a session sets a new cookie', async () => {
  const before = browser.cookie(sessionCookie);
  const racers = await tenAtOnce(async () => browser.copy());
  const answers = await Promise.all(racers.map((each) => each.post('/user/confirm-password', { password })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(419)]);
  const renewed = racers.filter((each) => ![before, undefined].includes(each.cookie(sessionCookie)));
  expect(await Promise.all(renewed.map(emailOf))).toEqual([member.email]);
});

test('users can switch only to their own boards, and get the suspension page for a suspended one', async () => {
  const user = await server.make.user({ password });
  const [one, two, foreign] = [await server.make.board(), await server.make.board(), await server.make.board()];
  const suspended = await server.make.board({ suspended: true });
  for (const board of [one, two, suspended]) await server.make.member({ board, user });
  const browser = await browserOf(user);
  const to = ({ id }: { readonly id: string }) => browser.post('/ajax/session/board', { board_id: id });
  expect((await to(two)).json.data.url).toBe('/home');
  expect(await boardOf(browser)).toBe(two.id);
  expect((await to(foreign)).status).toBe(404);
  expect((await to(suspended)).json.data.url).toBe('/suspended');
});

test('password guesses in one session are limited across networks, and a new sign-in resets the limit', async () => {
  const cookies = { [sessionCookie]: browser.cookie(sessionCookie) ?? '' };
  const guess = async (nth: number) => {
    const guesser = jarClient(server.app, { from: `203.0.113.${nth}`, cookies });
    return (await guesser.post('/user/confirm-password', { password: `guess ${nth}` })).status;
  };
  const statuses: number[] = [];
  for (let nth = 1; nth <= 32; nth += 1) statuses.push(await guess(nth));
  expect(statuses).toEqual([...Array(30).fill(422), 429, 429]);
  const again = await browserOf(member);
  expect((await again.post('/user/confirm-password', { password })).status).toBe(201);
});

test('password guesses from one network have a stricter limit, which does not block the owner’s browser on that network', async () => {
  const owner = await browserOf(await makePerson(), { from });
  const thief = jarClient(server.app, { from, cookies: { [sessionCookie]: owner.cookie(sessionCookie) ?? '' } });
  const guess = () => thief.post('/user/confirm-password', { password: 'a guess' });
  const { retryAfter } = await expectLimit({ name: 'confirm-password', points: 10 }, guess);
  expect(retryAfter).toBeGreaterThan(0);
  expect((await owner.post('/user/confirm-password', { password })).status).toBe(201);
});

test('confirming a password for an account without one gets the same response as a wrong password', async () => {
  const client = await server.signIn(member);
  for (const hash of [null, 'no password']) {
    await rows('update users set password_hash = $2 where id = $1', [member.userId, hash]);
    const answer = await client.post('/user/confirm-password', { password });
    expect([answer.status, answer.json.errors]).toEqual([422, {}]);
  }
});
