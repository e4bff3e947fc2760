import { describe, expect, test } from 'vitest';
import { jarClient } from '#tests/support/jar-client.ts';
import { accountStage, emailOf, password, successes, tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { appCode, makeSecondFactor } from '#tests/support/two-factor.ts';

const server = testApp();
const { member, browser, resetFactors, rows, browserOf, subjectsTo } = accountStage(server);

const confirm = async (given = password) => (await browser.post('/user/confirm-password', { password: given })).status;
const state = async (of = browser) => (await of.call('GET', '/ajax/two-factor')).json.data;
const now = (): Date => server.context.clock.now();
const setup = () => browser.post('/ajax/two-factor/setup');
const begin = async () => (await setup()).json.data as { key: string; qr: string; url: string };
const renew = () => browser.post('/ajax/two-factor/recovery-codes');
const turnOff = async () => (await browser.call('DELETE', '/ajax/two-factor')).status;
const passwordAlone = async () => (await jarClient(server.app).post('/login', { email: member.email, password })).json;

async function challenge(body: object): Promise<number> {
  const other = await browserOf(member);
  return (await other.post('/two-factor-challenge', body)).status;
}

async function turnOn(): Promise<{ readonly key: string; readonly codes: readonly string[] }> {
  await confirm();
  const { key } = await begin();
  const { json } = await browser.post('/ajax/two-factor', { code: appCode(key, now()) });
  return { key, codes: json.data.recovery_codes };
}
const log = () =>
  rows(`select action, by_user_id from account_entries where user_id = $1 and action like 'two-factor.%' order by at`, [
    member.userId,
  ]);

describe('confirming the password', () => {
  test('applies only to the current session and changes its token', async () => {
    const before = browser.copy();
    expect(await confirm('not this one')).toBe(422);
    expect((await state()).confirmed).toBe(false);
    expect(await confirm()).toBe(201);
    expect((await state()).confirmed).toBe(true);
    expect((await state(await browserOf(member))).confirmed).toBe(false);
    expect((await before.call('GET', '/ajax/two-factor')).status).toBe(419);
  });

  test('is valid for three hours', async () => {
    await confirm();
    server.context.clock.advance({ minutes: 179 });
    expect((await setup()).status).toBe(200);
    server.context.clock.advance({ minutes: 2 });
    expect((await setup()).status).toBe(423);
  });
});

describe('setting up two-factor authentication', () => {
  test('is completed by the first code, and then shows ten recovery codes', async () => {
    expect(await state()).toMatchObject({ is_on: false, recovery_codes_left: 0 });
    const { key, codes } = await turnOn();
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
    for (const code of codes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect(await state()).toMatchObject({ is_on: true, recovery_codes_left: 10 });
    expect(await log()).toEqual([{ action: 'two-factor.turned-on', by_user_id: member.userId }]);
    expect(await challenge({ code: appCode(key, now()) })).toBe(422);
    expect((await setup()).json.status).toBe('error');
  });

  test('ends other sessions that were started with only the password', async () => {
    const thief = await browserOf(member);
    expect(await emailOf(thief)).not.toBeNull();
    await turnOn();
    expect([await emailOf(thief), await emailOf(browser)]).toEqual([null, member.email]);
  });

  test('shows a QR code without scripts and keeps the same key for an hour', async () => {
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

  test('reports a wrong first code on the code field and leaves two-factor authentication off', async () => {
    await confirm();
    await begin();
    const answer = await browser.post('/ajax/two-factor', { code: '000000' });
    expect(answer).toMatchObject({ status: 422, json: { errors: { code: 'Code was invalid. Try again.' } } });
    expect((await state()).is_on).toBe(false);
    expect(await passwordAlone()).toEqual({ url: '/home' });
  });

  test('succeeds for only one of ten simultaneous requests with the first code', async () => {
    await confirm();
    const code = appCode((await begin()).key, now());
    expect(successes(await tenAtOnce(() => browser.copy().post('/ajax/two-factor', { code })))).toHaveLength(1);
    expect((await state()).recovery_codes_left).toBe(10);
  });

  test('does not store the secret or the recovery codes in plain text', async () => {
    const { key, codes } = await turnOn();
    const kept = JSON.stringify([
      await rows('select encode(sealed_secret, $1) as text from two_factors', ['escape']),
      await rows('select encode(code_hash, $1) as text from recovery_codes', ['escape']),
    ]);
    for (const secret of [key, ...codes, ...codes.map((code) => code.replace('-', ''))]) {
      expect(kept).not.toContain(secret);
    }
  });
});

test('renewing recovery codes invalidates the old codes', async () => {
  const { codes } = await turnOn();
  const renewed = (await renew()).json.data.recovery_codes as string[];
  expect(renewed).toHaveLength(10);
  expect(await challenge({ recovery_code: codes[0] })).toBe(422);
  expect(await challenge({ recovery_code: renewed[0] })).toBe(200);
  expect((await state()).recovery_codes_left).toBe(9);
});

test('turning two-factor authentication off makes the password sufficient again, and the user is notified of every change by email', async () => {
  await turnOn();
  await renew();
  expect(await turnOff()).toBe(200);
  expect(await state()).toMatchObject({ is_on: false, recovery_codes_left: 0 });
  expect(await passwordAlone()).toEqual({ url: '/home' });
  expect((await renew()).json.status).toBe('error');
  expect((await subjectsTo(member.email)).filter((subject) => !subject.startsWith('New sign-in')).toSorted()).toEqual([
    'Two-factor authentication is off (Dais)',
    'Two-factor authentication is on (Dais)',
    'Your recovery codes were renewed (Dais)',
  ]);
});

test('the log names the site admin who reset two-factor authentication', async () => {
  const admin = await server.make.user();
  await makeSecondFactor(server.context, member.userId ?? '');
  await resetFactors(admin.id);
  expect((await log()).at(-1)).toEqual({ action: 'two-factor.reset', by_user_id: admin.id });
  expect((await state()).is_on).toBe(false);
});
