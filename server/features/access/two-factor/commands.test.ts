import { beforeEach, describe, expect, test } from 'vitest';
import { withUserScope } from '#server/db/user-scope.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { type MadeMember, makeMember, makeUser } from '#tests/support/factories.ts';
import { type JarClient, jarClient } from '#tests/support/jar-client.ts';
import { testApp } from '#tests/support/test-app.ts';
import { appCode, makeSecondFactor } from '#tests/support/two-factor.ts';
import { resetTwoFactor } from './commands.ts';

const server = testApp();
const password = 'correct horse battery';
let member: MadeMember;
let browser: JarClient;

beforeEach(async () => {
  await server.context.pool.query('delete from rate_limits');
  member = await makeMember(server.context, { user: await makeUser(server.context, { password }) });
  browser = await signedIn();
});

async function signedIn(): Promise<JarClient> {
  const made = jarClient(server.app);
  await made.post('/login', { email: member.email, password });
  return made;
}
const confirm = (given = password) => browser.post('/user/confirm-password', { password: given });
const state = async () => (await browser.call('GET', '/ajax/two-factor')).json.data;
const now = (): Date => server.context.clock.now();
const begin = async () =>
  (await browser.post('/ajax/two-factor/setup')).json.data as { key: string; qr: string; url: string };

async function turnOn(): Promise<{ readonly key: string; readonly codes: readonly string[] }> {
  await confirm();
  const { key } = await begin();
  const { json } = await browser.post('/ajax/two-factor', { code: appCode(key, now()) });
  return { key, codes: json.data.recovery_codes };
}
const log = (userId: string) =>
  asSuperuser(server.context, async (client) => {
    const found = await client.query(
      `select action, by_user_id from account_entries where user_id = $1 and action like 'two-factor.%' order by at`,
      [userId],
    );
    return found.rows;
  });

describe('confirming the password', () => {
  test('S1.11 S7.5 the right one is 201, a wrong one 422', async () => {
    expect((await confirm('not this one')).status).toBe(422);
    expect((await state()).confirmed).toBe(false);
    expect(await confirm()).toMatchObject({ status: 201, json: {} });
    expect((await state()).confirmed).toBe(true);
  });

  test('it is good for three hours, in this session alone', async () => {
    await confirm();
    expect((await (await signedIn()).call('GET', '/ajax/two-factor')).json.data.confirmed).toBe(false);
    server.context.clock.advance({ minutes: 179 });
    expect((await browser.post('/ajax/two-factor/setup')).status).toBe(200);
    server.context.clock.advance({ minutes: 2 });
    expect((await browser.post('/ajax/two-factor/setup')).status).toBe(423);
  });

  test('the session’s token changes with it', async () => {
    const before = browser.copy();
    await confirm();
    expect((await before.call('GET', '/ajax/two-factor')).status).toBe(419);
    expect((await browser.call('GET', '/ajax/two-factor')).status).toBe(200);
  });

  test('guessing at an open session runs out', async () => {
    for (let nth = 0; nth < 10; nth += 1) expect((await confirm('a guess')).status).toBe(422);
    expect((await confirm('a guess')).status).toBe(429);
  });

  test.each([
    ['POST', '/ajax/two-factor/setup', {}],
    ['POST', '/ajax/two-factor', { code: '123456' }],
    ['POST', '/ajax/two-factor/recovery-codes', {}],
    ['DELETE', '/ajax/two-factor', undefined],
  ] as const)('%s %s asks for it first', async (method, path, body) => {
    const answer = await browser.call(method, path, body);
    expect(answer).toMatchObject({ status: 423, json: { step: 'confirm-password' } });
  });
});

describe('setting up', () => {
  test('the first code turns it on, and ten recovery codes are shown', async () => {
    expect(await state()).toMatchObject({ is_on: false, recovery_codes_left: 0 });
    const { key, codes } = await turnOn();
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => /^[a-z2-9]{5}-[a-z2-9]{5}$/.test(code))).toBe(true);
    expect(await state()).toMatchObject({ is_on: true, recovery_codes_left: 10 });
    expect(await log(member.userId ?? '')).toEqual([{ action: 'two-factor.turned-on', by_user_id: member.userId }]);
  });

  test('the sessions that the password alone had begun elsewhere end', async () => {
    const thief = await signedIn();
    const email = async (of: typeof browser) => (await of.call('GET', '/ajax/start')).json.data.user?.email ?? null;
    expect(await email(thief)).not.toBeNull();
    await turnOn();
    expect(await email(thief)).toBeNull();
    expect(await email(browser)).not.toBeNull();
  });

  test('the key stays the same while it is set up, and comes as a picture that runs nothing', async () => {
    await confirm();
    const { key, qr, url } = await begin();
    expect(new URL(url).searchParams.get('secret')).toBe(key);
    expect((await begin()).key).toBe(key);
    const svg = Buffer.from(qr.replace('data:image/svg+xml;base64,', ''), 'base64').toString();
    expect(svg).toMatch(/^<svg /);
    expect(svg).not.toMatch(/script|href|on\w+=/);
    server.context.clock.advance({ minutes: 61 });
    expect((await begin()).key).not.toBe(key);
  });

  test('nothing is on before the first code: sign-in asks for the password alone', async () => {
    await confirm();
    await begin();
    expect((await jarClient(server.app).post('/login', { email: member.email, password })).json).toEqual({
      url: '/home',
    });
  });

  test('a wrong first code is said under its field, and turns nothing on', async () => {
    await confirm();
    await begin();
    const answer = await browser.post('/ajax/two-factor', { code: '000000' });
    expect(answer).toMatchObject({ status: 422, json: { errors: { code: 'Code was invalid. Try again.' } } });
    expect((await state()).is_on).toBe(false);
  });

  test('the first code is spent by it', async () => {
    const { key } = await turnOn();
    const other = jarClient(server.app);
    await other.post('/login', { email: member.email, password });
    expect((await other.post('/two-factor-challenge', { code: appCode(key, now()) })).status).toBe(422);
  });

  test('ten first codes at once lock it on once', async () => {
    await confirm();
    const { key } = await begin();
    const code = appCode(key, now());
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => browser.copy().post('/ajax/two-factor', { code })),
    );
    expect(answers.filter(({ json }) => json.status === 'success')).toHaveLength(1);
    expect((await state()).recovery_codes_left).toBe(10);
  });

  test('neither the secret nor a recovery code stands in the database', async () => {
    const { key, codes } = await turnOn();
    const rows = await asSuperuser(server.context, async (client) => {
      const secret = await client.query('select encode(sealed_secret, $1) as text from two_factors', ['escape']);
      const hashes = await client.query('select encode(code_hash, $1) as text from recovery_codes', ['escape']);
      return JSON.stringify([secret.rows, hashes.rows]);
    });
    const typed = codes.map((code) => code.replace('-', ''));
    for (const word of [key, ...codes, ...typed]) expect(rows).not.toContain(word);
  });
});

describe('when it is on', () => {
  test('renewing makes the old recovery codes worthless', async () => {
    const { codes } = await turnOn();
    const renewed = (await browser.post('/ajax/two-factor/recovery-codes')).json.data.recovery_codes as string[];
    expect(renewed).toHaveLength(10);
    const other = jarClient(server.app);
    await other.post('/login', { email: member.email, password });
    expect((await other.post('/two-factor-challenge', { recovery_code: codes[0] })).status).toBe(422);
    expect((await other.post('/two-factor-challenge', { recovery_code: renewed[0] })).status).toBe(200);
    expect((await state()).recovery_codes_left).toBe(9);
  });

  test('it cannot be set up over the one that is on', async () => {
    await turnOn();
    expect((await browser.post('/ajax/two-factor/setup')).json.status).toBe('error');
  });

  test('turning it off: the password alone signs in again', async () => {
    await turnOn();
    expect((await browser.call('DELETE', '/ajax/two-factor')).status).toBe(200);
    expect(await state()).toMatchObject({ is_on: false, recovery_codes_left: 0 });
    expect((await jarClient(server.app).post('/login', { email: member.email, password })).json.url).toBe('/home');
    expect((await browser.post('/ajax/two-factor/recovery-codes')).json.status).toBe('error');
  });

  test('each of these is told by mail', async () => {
    await turnOn();
    await browser.post('/ajax/two-factor/recovery-codes');
    await browser.call('DELETE', '/ajax/two-factor');
    await server.context.runJobs();
    const subjects = server.context.sent.filter(({ to }) => to.address === member.email).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      'New sign-in to your account (Dais)',
      'Two-factor authentication is off (Dais)',
      'Two-factor authentication is on (Dais)',
      'Your recovery codes were renewed (Dais)',
    ]);
  });

  test('a site admin’s reset is told apart in the log', async () => {
    const { context } = server;
    const admin = await makeUser(context);
    await makeSecondFactor(context, member.userId ?? '');
    await withUserScope(context, member.userId ?? '', (scope) =>
      resetTwoFactor(scope, context.secrets, { byUserId: admin.id }),
    );
    expect((await log(member.userId ?? '')).at(-1)).toEqual({ action: 'two-factor.reset', by_user_id: admin.id });
    expect((await state()).is_on).toBe(false);
  });
});
