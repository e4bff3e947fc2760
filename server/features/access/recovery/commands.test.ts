import { beforeEach, describe, expect, test } from 'vitest';
import { startPendingSignIn } from '#server/features/access/session/commands.ts';
import { findSignIn } from '#server/features/access/session/queries.ts';
import { startSession } from '#server/http/session.ts';
import { hashToken } from '#server/secrets.ts';
import type { TestAnswer } from '#tests/support/client.ts';
import { leaveOneTry } from '#tests/support/leave-one-try.ts';
import { password, signInStage, tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeSecondFactor } from '#tests/support/two-factor.ts';

const server = testApp();
const elsewhere = testApp({ PASSWORD_RESET_URL: 'https://passwords.example/reset' });
const { forgetTries, mailsTo, expectLimit } = signInStage(server);
const wanted = 'a wholly new password';

beforeEach(forgetTries);

const ask = (email: string) => server.stranger().post('/ajax/password/forgot', { email });
const tokensTo = async (address: string): Promise<readonly string[]> =>
  (await mailsTo(address)).flatMap(({ text }) => /\/reset-password\/([\w-]+)/.exec(text)?.[1] ?? []);
const reset = (token: string, given = wanted) =>
  server.stranger().post(`/ajax/password/reset/${token}`, { password: given });
const openWith = (answer: TestAnswer, url: string) => {
  const set = [answer.headers['set-cookie'] ?? []].flat().map(String);
  const cookie = set.map((each) => each.split(';')[0]).join('; ');
  return server.app.inject({ url, headers: { cookie, accept: 'text/html' } });
};
const signInBy = (email: string, given: string) => server.stranger().post('/login', { email, password: given });

async function askedUser() {
  const user = await server.make.user({ password });
  await ask(` ${user.email.toUpperCase()} `);
  const [token = ''] = await tokensTo(user.email);
  return { user, token };
}

describe('requesting a password reset', () => {
  test('sends a link with 256 random bits to the account’s address', async () => {
    const { user, token } = await askedUser();
    const [mail] = await mailsTo(user.email);
    expect(mail).toMatchObject({ subject: 'Choose a new Dais password', from: { name: 'Dais' } });
    expect(mail?.text).toContain(`https://dais.example/reset-password/${token}`);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  test('stores only the hash of the link', async () => {
    const { token } = await askedUser();
    const tables = ['password_resets', 'mail_messages'].map((table) => server.sql(`select * from ${table}`));
    const kept = JSON.stringify(await Promise.all(tables));
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(Buffer.from(token).toString('hex'));
  });

  test('does the same work and returns the same response with and without an account', async () => {
    const user = await server.make.user({ password });
    const statements = async (email: string) => {
      const before = await written();
      const answer = await ask(email);
      const after = await written();
      return { status: answer.status, text: answer.text, ...difference(before, after) };
    };
    expect(await statements(user.email)).toEqual(await statements('nobody@example.org'));
    expect(await mailsTo('nobody@example.org')).toEqual([]);
    expect(await mailsTo(user.email)).toHaveLength(1);
    expect(await server.sql("select from password_resets where email = 'nobody@example.org'")).toEqual([]);
  });

  test('is limited to five requests per account and network, and earlier links remain valid', async () => {
    const user = await server.make.user({ password });
    const from = (ip: string) =>
      server.stranger().post('/ajax/password/forgot', { email: user.email }, { 'x-forwarded-for': ip });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await from('203.0.113.1')).status);
    expect(statuses).toEqual([...Array(5).fill(200), 429]);
    const tokens = await tokensTo(user.email);
    expect(tokens).toHaveLength(5);
    expect((await reset(tokens[0] ?? '')).status).toBe(200);
  });

  test('is limited to thirty requests per network across all accounts', async () => {
    await expectLimit({ name: 'reset-ask-address', points: 30 }, (nth) => ask(`nobody-${nth}@example.org`), 200);
  });

  test('sends nothing after ten requests for one account, and the response does not change', async () => {
    const user = await server.make.user({ password });
    const statuses = [(await ask(user.email)).status];
    await leaveOneTry(server.context, { name: 'reset-ask-account', points: 10 });
    for (let nth = 0; nth < 2; nth += 1) statuses.push((await ask(user.email)).status);
    expect(statuses).toEqual([200, 200, 200]);
    expect(await mailsTo(user.email)).toHaveLength(2);
  });

  const written = () =>
    server.sql<Record<string, number>>(
      `select (select count(*)::int from password_resets) as resets, (select count(*)::int from mail_messages) as mail,
         (select count(*)::int from graphile_worker.jobs) as jobs, (select count(*)::int from sessions) as sessions`,
    );
  const difference = ([before = {}]: Record<string, number>[], [after = {}]: Record<string, number>[]) =>
    Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));
});

describe('a password reset link', () => {
  test('sets a new password, ends all sessions and signs the user in', async () => {
    const { user, token } = await askedUser();
    const member = await server.make.member({ user });
    const signedIn = await server.signIn(member);
    expect((await server.stranger().get(`/ajax/password/reset/${token}`)).status).toBe(200);
    const answer = await reset(token);
    expect(answer.json).toEqual({ status: 'success', data: { sign_in: 'done' } });
    const page = await openWith(answer, '/home');
    expect([page.statusCode, page.body.includes(user.email)]).toEqual([200, true]);
    expect((await signedIn.get('/ajax/account')).status).toBe(419);
    expect((await signInBy(user.email, password)).status).toBe(422);
    expect((await signInBy(user.email, wanted)).status).toBe(200);
    const mail = (await mailsTo(user.email)).find(({ subject }) => subject === 'Your password was reset (Dais)');
    expect(mail?.text).toContain('Your passkeys and connected sign-ins still work.');
    expect(mail?.text).toContain('/account?view=security');
  });

  test('works for only one of ten simultaneous requests', async () => {
    const { token } = await askedUser();
    const answers = await tenAtOnce((nth) => reset(token, `${wanted} ${nth}`));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
  });

  test('is rejected if another link of the same user sets the password at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      await forgetTries();
      const { user } = await askedUser();
      await ask(user.email);
      const tokens = await tokensTo(user.email);
      const answers = await Promise.all(tokens.map((token, n) => reset(token, `${wanted} ${n}`)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    }
  });

  test('ends pending sign-ins that used the old password', async () => {
    const { user, token } = await askedUser();
    const before = (await findSignIn(server.context, user.email))?.password_hash ?? '';
    const logins = Array.from({ length: 9 }, () => signInBy(user.email, password));
    const [answer] = await Promise.all([reset(token), ...logins]);
    expect(answer.status).toBe(200);
    const alive = await server.sql('select token_hash from sessions where user_id = $1', [user.id]);
    const [, own = ''] = /dais_session=([^;]+)/.exec(String(answer.headers['set-cookie'])) ?? [];
    expect(alive).toEqual([{ token_hash: hashToken(own) }]);
    const late = { userId: user.id, proof: { kind: 'password', hash: before }, remember: true } as const;
    const pending = { ...late, next: '/home', sealedInvitation: null };
    const refusal = { code: 'session-expired' };
    await expect(startPendingSignIn(server.context, pending)).rejects.toMatchObject(refusal);
    const session = { ...late, boardId: null, userAgent: 'test' };
    await expect(startSession(server.context, session)).rejects.toMatchObject(refusal);
  });

  test('allows at most sixty guesses from one network', async () => {
    const guess = () => reset(Buffer.alloc(32).toString('base64url'));
    await expectLimit({ name: 'reset-follow-address', points: 60 }, guess, 404);
  });

  test('is valid for an hour', async () => {
    const { token } = await askedUser();
    server.context.clock.advance({ minutes: 61 });
    expect((await server.stranger().get(`/ajax/password/reset/${token}`)).status).toBe(404);
    expect((await reset(token)).status).toBe(404);
  });

  test('does not bypass two-factor authentication', async () => {
    const { user, token } = await askedUser();
    await makeSecondFactor(server.context, user.id);
    const changed = await reset(token);
    expect(changed.json.data).toEqual({ sign_in: 'two-factor' });
    expect((await openWith(changed, '/home')).headers.location).toMatch(/^\/login/);
    expect((await openWith(changed, '/two-factor-challenge')).statusCode).toBe(200);
    expect((await signInBy(user.email, wanted)).json).toEqual({ two_factor: true });
  });

  test('can be used again after the new password was rejected', async () => {
    const { token } = await askedUser();
    const answer = await reset(token, 'short');
    expect(answer.status).toBe(422);
    expect(answer.json.errors).toEqual({ password: 'password must be greater than 10 characters' });
    expect((await reset(token)).status).toBe(200);
  });
});

test('the password reset returns 404 if PASSWORD_RESET_URL is set', async () => {
  const stranger = elsewhere.stranger();
  expect((await stranger.post('/ajax/password/forgot', { email: 'ada@example.org' })).status).toBe(404);
  const token = 'a-token-of-at-least-twenty-characters';
  expect((await stranger.post(`/ajax/password/reset/${token}`, { password: wanted })).status).toBe(404);
});
