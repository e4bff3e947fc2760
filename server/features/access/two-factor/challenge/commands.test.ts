import { beforeEach, expect, test } from 'vitest';
import { sweepExpiredJob } from '#server/features/access/session/jobs.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import type { MadeMember } from '#tests/support/factories.ts';
import { type JarClient, jarClient } from '#tests/support/jar-client.ts';
import { emailOf, password, signInStage, tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeSecondFactor, type SecondFactor } from '#tests/support/two-factor.ts';

const server = testApp();
const { rows, forgetTries, makePerson, expectLimit } = signInStage(server);
const [sessionCookie, pendingCookie, deviceCookie] = [
  '__Host-dais_session',
  '__Host-dais_pending',
  '__Host-dais_device',
];
let member: MadeMember;
let factor: SecondFactor;

beforeEach(async () => {
  await forgetTries();
  member = await makePerson();
  factor = await makeSecondFactor(server.context, member.userId ?? '');
});

const now = (): string => factor.codeAt(server.context.clock.now());
const wrong = (): string => String((Number(now()) + 1) % 1_000_000).padStart(6, '0');
const answer = (browser: JarClient, body: object) => browser.post('/two-factor-challenge', body);
const statusOf = async (browser: JarClient, body: object) => (await answer(browser, body)).status;
const byRecovery = (nth: number) => ({ recovery_code: factor.recoveryCodes[nth] });

async function pending({ body, ...of }: Parameters<typeof jarClient>[1] & { readonly body?: object } = {}) {
  const browser = jarClient(server.app, of);
  const asked = await browser.post('/login', { email: member.email, password, ...body });
  expect(asked).toMatchObject({ status: 200, json: { two_factor: true } });
  return browser;
}

test('the right password alone does not start a session, and the response requests a code', async () => {
  const browser = await pending();
  expect(browser.cookie(sessionCookie)).toBeUndefined();
  expect(browser.cookie(deviceCookie)).toBeUndefined();
  expect(await emailOf(browser)).toBeNull();
});

test('a code from the authenticator app finishes the sign-in and opens the requested page unless that page is on another site', async () => {
  const browser = await pending({ body: { next: '/meetings?year=2026', remember: true } });
  expect(await answer(browser, { code: now() })).toMatchObject({ status: 200, json: { url: '/meetings?year=2026' } });
  expect(await emailOf(browser)).toBe(member.email);
  const foreign = await pending({ body: { next: '//evil.example' } });
  expect((await answer(foreign, byRecovery(0))).json.url).toBe('/home');
});

test('a recovery code finishes the sign-in with or without its hyphen', async () => {
  const [first = '', second = ''] = factor.recoveryCodes;
  for (const typed of [` ${first.toUpperCase()} `, second.replace('-', '')]) {
    const browser = await pending();
    expect(await statusOf(browser, { recovery_code: typed })).toBe(200);
    expect(await emailOf(browser)).toBe(member.email);
  }
});

test.each([
  [true, 30],
  [false, 0.5],
])('a two-factor sign-in respects the Remember Me choice: %s', async (remember, days) => {
  const browser = await pending({ body: { remember } });
  await answer(browser, { code: now() });
  const hash = hashToken(browser.cookie(sessionCookie) ?? '');
  const [session] = await rows('select expires_at from sessions where token_hash = $1', [hash]);
  expect(session.expires_at.getTime() - server.context.clock.now().getTime()).toBe(days * 86_400_000);
});

test('answering the challenge of a pending sign-in invalidates its token and sets a new session token', async () => {
  const browser = await pending();
  const before = browser.copy();
  await answer(browser, { code: now() });
  expect(browser.cookie(sessionCookie)).not.toBe(before.cookie(pendingCookie));
  expect(browser.cookie(pendingCookie)).toBeUndefined();
  expect(await statusOf(before, byRecovery(0))).toBe(419);

  const signedIn = browser.copy();
  await browser.post('/login', { email: member.email, password });
  expect(await emailOf(signedIn), 'signing in again ends the former session').toBeNull();
  expect(await emailOf(browser)).toBeNull();
});

test('the token of a pending sign-in cannot be used as a session, and a session token cannot answer the challenge', async () => {
  const browser = await pending();
  const forged = jarClient(server.app, { cookies: { [sessionCookie]: browser.cookie(pendingCookie) ?? '' } });
  expect(await emailOf(forged)).toBeNull();
  expect((await forged.call('GET', '/ajax/two-factor')).status).toBe(419);
  expect((await browser.call('GET', '/ajax/dashboard')).status).toBe(419);

  await answer(browser, { code: now() });
  const crossed = jarClient(server.app, { cookies: { [pendingCookie]: browser.cookie(sessionCookie) ?? '' } });
  expect(await statusOf(crossed, byRecovery(0))).toBe(419);
});

test('a pending sign-in expires after ten minutes and is then deleted', async () => {
  const late = await pending();
  server.context.clock.advance({ minutes: 11 });
  expect(await statusOf(late, { code: now() })).toBe(419);
  await sweepExpiredJob(server.context).handle({}, { attempt: 1, isLast: false });
  expect(await rows('select from pending_sign_ins where user_id = $1', [member.userId])).toEqual([]);
});

test('a code from the authenticator app can be used only once, and earlier codes are rejected afterwards', async () => {
  const { clock } = server.context;
  const [spent, earlier] = [now(), factor.codeAt(new Date(clock.now().getTime() - 30_000))];
  expect(await statusOf(await pending(), { code: spent })).toBe(200);
  const browser = await pending();
  for (const code of [spent, earlier]) expect(await statusOf(browser, { code })).toBe(422);
  clock.advance({ minutes: 1 });
  expect(await statusOf(browser, { code: now() })).toBe(200);
});

test.each(['code', 'recovery_code'] as const)(
  'only one of ten simultaneous requests with the same %s succeeds',
  async (kind) => {
    const browsers = await tenAtOnce((nth) => pending({ from: `198.51.100.${nth + 1}` }));
    const given = kind === 'code' ? { code: now() } : byRecovery(5);
    const statuses = await Promise.all(browsers.map((browser) => statusOf(browser, given)));
    expect(statuses.toSorted()).toEqual([200, ...Array<number>(9).fill(422)]);
  },
);

test('ten simultaneous requests from one browser with different codes start one session and use up one code', async () => {
  const browser = await pending();
  const statuses = await tenAtOnce((nth) => statusOf(browser.copy(), byRecovery(nth)));
  expect(statuses.toSorted()).toEqual([200, ...Array<number>(9).fill(419)]);
  const spent = 'select from recovery_codes where user_id = $1 and used_at is not null';
  expect(await rows(spent, [member.userId])).toHaveLength(1);
});

test('after five wrong codes the password must be entered again', async () => {
  const browser = await pending();
  for (let nth = 0; nth < 5; nth += 1) expect(await statusOf(browser, { code: wrong() })).toBe(422);
  expect(await statusOf(browser, { code: now() })).toBe(419);
});

const from = '192.0.2.8';
test.each([
  { name: 'two-factor-address', points: 60, addresses: [from] },
  { name: 'two-factor-account-here', points: 10, addresses: [from] },
  { name: 'two-factor-account', points: 20, addresses: ['203.0.113.1', '203.0.113.2', '203.0.113.3'] },
])(
  'the limit $name blocks wrong codes after $points attempts, except in a known browser',
  async ({ addresses, ...limit }) => {
    const owner = await pending({ from });
    expect(await statusOf(owner, byRecovery(0))).toBe(200);
    const guess = async (nth: number) =>
      answer(await pending({ from: addresses[nth % addresses.length] ?? '' }), { code: wrong() });
    expect((await expectLimit(limit, guess)).retryAfter).toBeGreaterThan(0);
    const cookies = { [deviceCookie]: owner.cookie(deviceCookie) ?? '' };
    expect(await statusOf(await pending({ from, cookies }), { code: now() })).toBe(200);
  },
);

test('an invitation is redeemed only after the challenge, not by the password alone', async () => {
  const board = await server.make.board({ title: 'Beacon Trust' });
  const invitee = await server.make.member({ board, status: 'invited' });
  const token = randomToken();
  const update = 'update invitations set token_hash = $2, email = $3 where member_id = $1';
  await rows(update, [invitee.id, hashToken(token), member.email]);
  const status = async () => (await rows('select status from members where id = $1', [invitee.id]))[0].status;
  const body = { invitation_id: token, mode: 'login', email: member.email, password, password_confirmation: '' };
  const [browser, other] = [jarClient(server.app), jarClient(server.app)];
  const confirmed = await browser.post('/ajax/confirmAccount', body);
  expect(confirmed.json.data).toEqual({ slug: null, url: '/two-factor-challenge' });
  expect([await status(), await emailOf(browser)]).toEqual(['invited', null]);

  await other.post('/ajax/confirmAccount', body);
  expect(await statusOf(browser, { code: wrong() })).toBe(422);
  expect((await answer(browser, { code: now() })).json).toEqual({ url: '/home' });
  expect(await status()).toBe('active');
  expect((await browser.call('GET', '/ajax/start')).json.data.current_board_id).toBe(board.id);

  const late = await answer(other, byRecovery(0));
  expect(late.json, 'a spent invitation still lets its holder in, and says so').toEqual({ url: `/inv/${token}` });
  expect(await emailOf(other)).toBe(member.email);
});
