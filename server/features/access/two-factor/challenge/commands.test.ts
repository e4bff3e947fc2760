import { beforeEach, expect, test } from 'vitest';
import { sweepExpiredJob } from '#server/features/access/session/jobs.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { inBoard, type MadeMember, makeBoard, makeMember, makeUser } from '#tests/support/factories.ts';
import { type JarClient, jarClient } from '#tests/support/jar-client.ts';
import { leaveOneTry } from '#tests/support/leave-one-try.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeSecondFactor, type SecondFactor } from '#tests/support/two-factor.ts';

const server = testApp();
const password = 'correct horse battery';
let member: MadeMember;
let factor: SecondFactor;

beforeEach(async () => {
  const { context } = server;
  await context.pool.query('delete from rate_limits');
  member = await makeMember(context, { user: await makeUser(context, { password }) });
  factor = await makeSecondFactor(context, member.userId ?? '');
});

const now = (): string => factor.codeAt(server.context.clock.now());
const wrong = (): string => String((Number(now()) + 1) % 1_000_000).padStart(6, '0');

async function pending(more: { readonly from?: string; readonly body?: object } = {}): Promise<JarClient> {
  const browser = jarClient(server.app, more);
  const answer = await browser.post('/login', { email: member.email, password, ...more.body });
  expect(answer).toMatchObject({ status: 200, json: { two_factor: true } });
  return browser;
}
const emailOf = async (browser: JarClient): Promise<string | null> =>
  (await browser.call('GET', '/ajax/start')).json.data.user?.email ?? null;
const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).toSorted();

test('S1.11 S7.3 the right password alone opens no session: it answers that a code is asked for', async () => {
  const browser = await pending();
  expect(browser.cookie('__Host-dais_session')).toBeUndefined();
  expect(await emailOf(browser)).toBeNull();
});

test('S7.6 a code of the app finishes the sign-in and answers where to go', async () => {
  const browser = await pending({ body: { next: '/meetings?year=2026', remember: true } });
  const answer = await browser.post('/two-factor-challenge', { code: now() });
  expect(answer).toMatchObject({ status: 200, json: { url: '/meetings?year=2026' } });
  expect(await emailOf(browser)).toBe(member.email);
});

test('S7.6 a recovery code does too, typed with or without its hyphen', async () => {
  const [first = '', second = ''] = factor.recoveryCodes;
  const one = await pending();
  expect((await one.post('/two-factor-challenge', { recovery_code: ` ${first.toUpperCase()} ` })).status).toBe(200);
  expect(await emailOf(one)).toBe(member.email);
  const other = await pending();
  const typed = second.replace('-', '');
  expect((await other.post('/two-factor-challenge', { recovery_code: typed })).status).toBe(200);
});

test('a foreign way back leads home', async () => {
  const browser = await pending({ body: { next: '//evil.example' } });
  expect((await browser.post('/two-factor-challenge', { code: now() })).json.url).toBe('/home');
});

test('Remember Me is remembered across the challenge', async () => {
  const daysOf = async (remember: boolean): Promise<number> => {
    const browser = await pending({ body: { remember } });
    const code = factor.recoveryCodes[remember ? 0 : 1];
    await browser.post('/two-factor-challenge', { recovery_code: code });
    const found = await asSuperuser(server.context, (client) =>
      client.query('select expires_at from sessions where token_hash = $1', [
        hashToken(browser.cookie('__Host-dais_session') ?? ''),
      ]),
    );
    return (found.rows[0].expires_at.getTime() - server.context.clock.now().getTime()) / 86_400_000;
  };
  expect(await daysOf(true)).toBe(30);
  expect(await daysOf(false)).toBe(0.5);
});

test('the token changes with the challenge: the pending one, and the session before it, are worth nothing', async () => {
  const browser = await pending();
  const before = browser.copy();
  await browser.post('/two-factor-challenge', { code: now() });
  expect(browser.cookie('__Host-dais_session')).not.toBe(before.cookie('__Host-dais_pending'));
  expect(browser.cookie('__Host-dais_pending')).toBeUndefined();
  expect((await before.post('/two-factor-challenge', { recovery_code: factor.recoveryCodes[0] })).status).toBe(419);

  const signedIn = browser.copy();
  await browser.post('/login', { email: member.email, password });
  expect(await emailOf(signedIn), 'signing in again ends the former session').toBeNull();
  expect(await emailOf(browser)).toBeNull();
});

test('a pending token opens nothing as a session, and a session’s none of the challenge', async () => {
  const browser = await pending();
  const token = browser.cookie('__Host-dais_pending') ?? '';
  const forged = jarClient(server.app, { cookies: { '__Host-dais_session': token } });
  expect(await emailOf(forged)).toBeNull();
  expect((await forged.call('GET', '/ajax/two-factor')).status).toBe(419);
  expect((await browser.call('GET', '/ajax/dashboard')).status).toBe(419);

  await browser.post('/two-factor-challenge', { code: now() });
  const session = browser.cookie('__Host-dais_session') ?? '';
  const crossed = jarClient(server.app, { cookies: { '__Host-dais_pending': session } });
  expect((await crossed.post('/two-factor-challenge', { recovery_code: factor.recoveryCodes[0] })).status).toBe(419);
});

test('S8.22 without a pending sign-in it is 419, after ten minutes too', async () => {
  const nobody = jarClient(server.app);
  expect((await nobody.post('/two-factor-challenge', { code: '123456' })).status).toBe(419);
  const late = await pending();
  server.context.clock.advance({ minutes: 11 });
  expect((await late.post('/two-factor-challenge', { code: now() })).status).toBe(419);
  await sweepExpiredJob(server.context).handle({}, { attempt: 1, isLast: false });
  const left = await asSuperuser(server.context, (client) =>
    client.query('select 1 from pending_sign_ins where user_id = $1', [member.userId]),
  );
  expect(left.rowCount).toBe(0);
});

test.each([
  { code: '12345' },
  { code: '1234567' },
  { code: 'abcdef' },
  { code: '' },
  { recovery_code: '' },
  { recovery_code: 'aaaaa-aaaaa' },
  { recovery_code: '🔑'.repeat(20) },
  {},
  { code: '123456', recovery_code: 'aaaaa-aaaaa' },
])('S5.22 S8.21 %o is 422', async (body) => {
  expect((await (await pending()).post('/two-factor-challenge', body)).status).toBe(422);
});

test('a code works once: not again, and none of an earlier time step either', async () => {
  const { clock } = server.context;
  const spent = now();
  const earlier = factor.codeAt(new Date(clock.now().getTime() - 30_000));
  expect((await (await pending()).post('/two-factor-challenge', { code: spent })).status).toBe(200);
  const browser = await pending();
  expect((await browser.post('/two-factor-challenge', { code: spent })).status).toBe(422);
  expect((await browser.post('/two-factor-challenge', { code: earlier })).status).toBe(422);
  clock.advance({ minutes: 1 });
  expect((await browser.post('/two-factor-challenge', { code: now() })).status).toBe(200);
});

test('a recovery code works once', async () => {
  const code = factor.recoveryCodes[3];
  expect((await (await pending()).post('/two-factor-challenge', { recovery_code: code })).status).toBe(200);
  expect((await (await pending()).post('/two-factor-challenge', { recovery_code: code })).status).toBe(422);
});

test.each(['code', 'recovery_code'] as const)('ten at once with one %s: one success', async (kind) => {
  const browsers = await Promise.all(
    Array.from({ length: 10 }, (_, nth) => pending({ from: `198.51.100.${nth + 1}` })),
  );
  const given = { [kind]: kind === 'code' ? now() : factor.recoveryCodes[5] };
  const answers = await Promise.all(browsers.map((browser) => browser.post('/two-factor-challenge', given)));
  expect(statuses(answers)).toEqual([200, ...Array<number>(9).fill(422)]);
});

test('ten at once in one browser, each with a code of its own: one session, and no other code is spent', async () => {
  const browser = await pending();
  const answers = await Promise.all(
    factor.recoveryCodes.map((code) => browser.copy().post('/two-factor-challenge', { recovery_code: code })),
  );
  expect(statuses(answers)).toEqual([200, ...Array<number>(9).fill(419)]);
  const spent = await asSuperuser(server.context, (client) =>
    client.query('select 1 from recovery_codes where user_id = $1 and used_at is not null', [member.userId]),
  );
  expect(spent.rowCount).toBe(1);
});

test('wrong codes run out: after five the password is asked for again', async () => {
  const browser = await pending();
  for (let nth = 0; nth < 5; nth += 1) {
    expect((await browser.post('/two-factor-challenge', { code: wrong() })).status).toBe(422);
  }
  expect((await browser.post('/two-factor-challenge', { code: now() })).status).toBe(419);
});

test.each([
  { name: 'two-factor-address', points: 60 },
  { name: 'two-factor-account-here', points: 10 },
  { name: 'two-factor-account', points: 20 },
])('wrong codes run out for longer: $name, $points', async (limit) => {
  const browser = await pending();
  const guess = async () => (await browser.post('/two-factor-challenge', { code: wrong() })).status;
  expect(await guess()).toBe(422);
  await leaveOneTry(server.context, limit);
  expect([await guess(), await guess()]).toEqual([422, 429]);
});

test('guessing from many addresses runs out, while the owner’s own browser still gets in', async () => {
  const owner = await pending();
  expect((await owner.post('/two-factor-challenge', { recovery_code: factor.recoveryCodes[0] })).status).toBe(200);
  const seen: number[] = [];
  for (let nth = 0; nth < 25; nth += 1) {
    const guesser = await pending({ from: `203.0.113.${nth + 1}` });
    seen.push((await guesser.post('/two-factor-challenge', { code: wrong() })).status);
  }
  expect(seen.slice(0, 20)).toEqual(Array<number>(20).fill(422));
  expect(seen.slice(20)).toEqual(Array<number>(5).fill(429));
  const device = owner.cookie('__Host-dais_device') ?? '';
  const again = jarClient(server.app, { from: '192.0.2.7', cookies: { '__Host-dais_device': device } });
  await again.post('/login', { email: member.email, password });
  expect((await again.post('/two-factor-challenge', { code: now() })).status).toBe(200);
});

test('M9 somebody with the password who guesses codes at the same address does not keep the owner’s browser out', async () => {
  const owner = await pending({ from: '192.0.2.8' });
  expect((await owner.post('/two-factor-challenge', { recovery_code: factor.recoveryCodes[1] })).status).toBe(200);
  const seen: number[] = [];
  let last: Awaited<ReturnType<JarClient['post']>> | null = null;
  for (let nth = 0; nth < 12; nth += 1) {
    const guesser = await pending({ from: '192.0.2.8' });
    last = await guesser.post('/two-factor-challenge', { code: wrong() });
    seen.push(last.status);
  }
  expect(seen).toEqual([...Array<number>(10).fill(422), 429, 429]);
  expect(last?.retryAfter).toBeGreaterThan(0);
  const device = owner.cookie('__Host-dais_device') ?? '';
  const again = jarClient(server.app, { from: '192.0.2.8', cookies: { '__Host-dais_device': device } });
  await again.post('/login', { email: member.email, password });
  expect((await again.post('/two-factor-challenge', { code: now() })).status).toBe(200);
});

test('who only knew the password is no known browser', async () => {
  expect((await pending()).cookie('__Host-dais_device')).toBeUndefined();
});

test('a new password ends sign-ins that began with the old one', async () => {
  const browser = await pending();
  await asSuperuser(server.context, (client) =>
    client.query(`update users set password_hash = 'another' where id = $1`, [member.userId]),
  );
  expect((await browser.post('/two-factor-challenge', { code: now() })).status).toBe(419);
});

test('a user who is disabled meanwhile is not let in', async () => {
  const browser = await pending();
  await asSuperuser(server.context, (client) =>
    client.query('update users set disabled_at = now() where id = $1', [member.userId]),
  );
  expect((await browser.post('/two-factor-challenge', { code: now() })).status).toBe(419);
});

test('an invitation is redeemed after the challenge, not by the password alone', async () => {
  const { context } = server;
  const board = await makeBoard(context, { title: 'Beacon Trust' });
  const invitee = await makeMember(context, { board, status: 'invited' });
  const token = randomToken();
  await inBoard(context, board.id, (tx) =>
    tx
      .updateTable('invitations')
      .set({ token_hash: hashToken(token), email: member.email })
      .where('member_id', '=', invitee.id)
      .execute(),
  );
  const statusOf = async () =>
    (
      await inBoard(context, board.id, (tx) =>
        tx.selectFrom('members').select('status').where('id', '=', invitee.id).executeTakeFirstOrThrow(),
      )
    ).status;
  const body = { invitation_id: token, mode: 'login', email: member.email, password, password_confirmation: '' };
  const browser = jarClient(server.app);
  const asked = await browser.post('/ajax/confirmAccount', body);
  expect(asked.json).toEqual({
    status: 'success',
    msg: expect.any(String),
    data: { slug: null, url: '/two-factor-challenge' },
  });
  expect(await statusOf()).toBe('invited');
  expect(await emailOf(browser)).toBeNull();

  const other = jarClient(server.app);
  await other.post('/ajax/confirmAccount', body);
  expect((await browser.post('/two-factor-challenge', { code: wrong() })).status).toBe(422);
  expect((await browser.post('/two-factor-challenge', { code: now() })).json).toEqual({ url: '/home' });
  expect(await statusOf()).toBe('active');
  expect((await browser.call('GET', '/ajax/start')).json.data.current_board_id).toBe(board.id);

  const late = await other.post('/two-factor-challenge', { recovery_code: factor.recoveryCodes[0] });
  expect(late.json, 'a spent invitation still lets its holder in, and says so').toEqual({ url: `/inv/${token}` });
  expect(await emailOf(other)).toBe(member.email);
});
