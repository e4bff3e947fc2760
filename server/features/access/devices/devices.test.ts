import { beforeEach, describe, expect, test } from 'vitest';
import type { MadeMember } from '#tests/support/factories.ts';
import { type JarClient, jarClient } from '#tests/support/jar-client.ts';
import { password, signInStage } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeSecondFactor, type SecondFactor } from '#tests/support/two-factor.ts';

const server = testApp();
const { rows, forgetTries, makePerson, browserOf, logOf, mailsTo } = signInStage(server);
const [minute, day] = [60_000, 86_400_000];
const newPassword = 'another long sentence';
let member: MadeMember;

beforeEach(async () => {
  await forgetTries();
  server.context.clock.set('2026-11-16T12:00:00Z');
  member = await makePerson();
});

interface Device {
  readonly id: string;
  readonly is_current: boolean;
  readonly trusted_until: string | null;
}
const devicesOf = async (browser: JarClient): Promise<readonly Device[]> =>
  (await browser.call('GET', '/ajax/devices')).json.data.devices;
const kept = () => rows('select trusted_at from devices where user_id = $1', [member.userId]);
const statusOf = async (browser: JarClient): Promise<number> => (await browser.call('GET', '/ajax/account')).status;
const later = (ms: number): void => {
  server.context.clock.set(new Date(server.context.clock.now().getTime() + ms));
};
const signOut = async (browser: JarClient, device: Device | undefined) =>
  (await browser.post(`/ajax/devices/${device?.id}/sign-out`)).status;
const forget = async (browser: JarClient, device: Device | undefined) =>
  (await browser.call('DELETE', `/ajax/devices/${device?.id}`)).status;
const endTrust = async (browser: JarClient, device: Device | undefined) =>
  (await browser.call('DELETE', `/ajax/devices/${device?.id}/trust`)).status;
const changePassword = (browser: JarClient) =>
  browser.post('/ajax/account/password', { current_password: password, password: newPassword });

describe('the list of devices', () => {
  test('starts with the current device and lists a browser only once after a second sign-in', async () => {
    const first = await browserOf(member);
    later(60 * minute);
    const second = await browserOf(member, { from: '203.0.113.7' });
    later(10 * minute);
    expect(await statusOf(second)).toBe(200);
    await second.post('/logout');
    later(10 * minute);
    const signedOut = { is_signed_in: false, last_seen_at: '2026-11-16T13:10:00.000Z' };
    expect((await devicesOf(first))[1]).toMatchObject({ ...signedOut, can: { sign_out: false, forget: true } });
    await second.post('/login', { email: member.email, password });
    expect(await devicesOf(first)).toMatchObject([
      { is_current: true, is_signed_in: true, address: '127.0.0.1', can: { sign_out: false, forget: false } },
      { is_current: false, is_signed_in: true, address: '203.0.113.7', can: { sign_out: true, forget: true } },
    ]);
    expect(await devicesOf(second)).toMatchObject([{ is_current: true }, { is_current: false }]);
  });

  test('includes a device that is still signed in but is no longer among the twenty stored devices', async () => {
    const oldest = await browserOf(member);
    let newest = oldest;
    for (let nth = 0; nth < 20; nth += 1) {
      later(1_000);
      newest = await browserOf(member);
    }
    const listed = await devicesOf(newest);
    expect(listed).toHaveLength(21);
    expect(listed[20]).toMatchObject({ address: null, is_signed_in: true, can: { sign_out: true, forget: false } });
    expect(await kept()).toHaveLength(20);
    expect(await statusOf(oldest)).toBe(200);
    expect(await signOut(newest, listed[20])).toBe(200);
    expect(await statusOf(oldest)).toBe(419);
  });

  test('shows a known browser only once after its owner changed the email address', async () => {
    const browser = await browserOf(member);
    await browser.post('/logout');
    const email = `zq-${member.email}`;
    await rows('update users set email = $2 where id = $1', [member.userId, email]);
    expect((await browser.post('/login', { email, password })).status).toBe(200);
    expect(await devicesOf(browser)).toHaveLength(1);
    expect(await logOf(member)).toEqual(['device.new']);
  });
});

describe('device management', () => {
  const threeBrowsers = async () => ({
    here: await browserOf(member),
    there: await browserOf(member),
    stranger: await browserOf(await makePerson()),
  });

  test('signs out another device immediately, but not this one or another user’s', async () => {
    const { here, there, stranger } = await threeBrowsers();
    const [own, other] = await devicesOf(here);
    expect([await signOut(stranger, other), await signOut(here, own), await statusOf(there)]).toEqual([404, 404, 200]);
    expect([await signOut(here, other), await statusOf(there), await signOut(here, other)]).toEqual([200, 419, 404]);
  });

  test('signs out all other devices at once, but not this one', async () => {
    const { here, there, stranger } = await threeBrowsers();
    const withoutDevice = await server.signIn(member);
    expect((await here.post('/ajax/devices/sign-out-others')).status).toBe(200);
    expect((await withoutDevice.get('/ajax/account')).status).toBe(419);
    expect(await Promise.all([here, there, stranger].map(statusOf))).toEqual([200, 419, 200]);
  });

  test('signs out and forgets another device, but not this one or another user’s', async () => {
    const { here, there, stranger } = await threeBrowsers();
    const [own, other] = await devicesOf(here);
    expect([await forget(here, own), await forget(stranger, other)]).toEqual([404, 404]);
    expect([await forget(here, other), await statusOf(there)]).toEqual([200, 419]);
    expect(await devicesOf(here)).toHaveLength(1);
    expect(await forget(here, other)).toBe(404);
    expect(await logOf(member)).toEqual(['device.new', 'device.new', 'device.forgotten']);
  });
});

describe('a sign-in on an unknown device', () => {
  test('is reported in an email that names the device and the network address, unlike a sign-in on a known device', async () => {
    const browser = await browserOf(member, { from: '203.0.113.9' });
    await browser.post('/logout');
    await browser.post('/login', { email: member.email, password });
    const sent = await mailsTo(member.email);
    expect(sent.map(({ subject }) => subject)).toEqual(['New sign-in to your account (Dais)']);
    for (const part of ['203.0.113.9', 'Another program']) expect(sent[0]?.text).toContain(part);
  });

  test('stores and logs nothing if it is rejected', async () => {
    const wrong = { email: member.email, password: 'not this one' };
    expect((await jarClient(server.app).post('/login', wrong)).status).toBe(422);
    expect([await kept(), await logOf(member)]).toEqual([[], []]);
  });

  test('is logged only once, even after a password change', async () => {
    const browser = await browserOf(member);
    expect((await changePassword(browser)).status).toBe(200);
    expect((await logOf(member)).filter((action) => action === 'device.new')).toHaveLength(1);
    expect(await devicesOf(browser)).toHaveLength(1);
  });
});

describe('trusting a device', () => {
  let factor: SecondFactor;
  beforeEach(async () => {
    factor = await makeSecondFactor(server.context, member.userId ?? '');
  });

  async function challenged(more: object = { trust: true }): Promise<JarClient> {
    const browser = await browserOf(member);
    const code = factor.codeAt(server.context.clock.now());
    expect((await browser.post('/two-factor-challenge', { code, ...more })).status).toBe(200);
    return browser;
  }
  const asksAgain = async (browser: JarClient): Promise<boolean> => {
    await browser.post('/logout');
    await browser.call('GET', '/ajax/start');
    const { json } = await browser.post('/login', { email: member.email, password });
    expect([{ two_factor: true }, { url: '/home' }]).toContainEqual(json);
    return json.two_factor === true;
  };
  const trustedUntil = async (browser: JarClient) => (await devicesOf(browser))[0]?.trusted_until;

  test('skips the code for thirty days, and sessions on the device count as two-factor', async () => {
    const browser = await challenged();
    expect(await trustedUntil(browser)).toBe('2026-12-16T12:00:00.000Z');
    expect(await asksAgain(browser)).toBe(false);
    expect(await rows('select strength from sessions where user_id = $1', [member.userId])).toEqual([{ strength: 2 }]);
    later(30 * day - 1);
    expect(await asksAgain(browser)).toBe(false);
    later(1);
    expect(await asksAgain(browser)).toBe(true);
  });

  test('does not skip the code for a cookie combined from the device cookies of two accounts', async () => {
    const browser = await challenged();
    const own = browser.cookie('__Host-dais_device') ?? '';
    const other = await browserOf(await makePerson());
    const proof = (other.cookie('__Host-dais_device') ?? '').split('.')[1];
    const forged = jarClient(server.app, { cookies: { '__Host-dais_device': `${own.split('.')[0]}.${proof}` } });
    expect(await asksAgain(forged)).toBe(true);
    expect(await asksAgain(jarClient(server.app, { cookies: { '__Host-dais_device': own } }))).toBe(false);
  });

  test('happens only if the user requests it', async () => {
    const browser = await challenged({});
    expect(await trustedUntil(browser)).toBeNull();
    expect(await asksAgain(browser)).toBe(true);
  });

  test('lasts at most as long as the user’s strictest board allows, and is not offered if that is zero days', async () => {
    const browser = await challenged();
    const strict = await server.make.board();
    await server.make.member({ board: strict, user: { ...member, id: member.userId ?? '' } });
    const allow = (days: number) => rows('update boards set trust_days = $2 where id = $1', [strict.id, days]);
    await allow(2);
    expect(await trustedUntil(browser)).toBe('2026-11-18T12:00:00.000Z');
    later(2 * day);
    expect(await asksAgain(browser)).toBe(true);
    await allow(0);
    const waiting = await browserOf(member);
    expect((await waiting.call('GET', '/ajax/two-factor/challenge')).json.data.trust_days).toBe(0);
    const other = await challenged();
    await allow(60);
    expect((await devicesOf(other))[0]).toMatchObject({ is_current: true, trusted_until: null });
  });

  test('ends when the user revokes the trust, changes the password or removes the last second factor', async () => {
    const browser = await challenged();
    const [own] = await devicesOf(browser);
    expect(await endTrust(await browserOf(await makePerson()), own)).toBe(404);
    expect([await endTrust(browser, own), await endTrust(browser, own)]).toEqual([200, 404]);
    expect(await asksAgain(browser)).toBe(true);
    later(minute);
    const again = await challenged();
    await changePassword(again);
    expect((await devicesOf(again)).map(({ trusted_until: until }) => until)).toEqual([null, null]);
    await rows('update devices set trusted_at = $2, trusted_until = $3 where user_id = $1', [
      member.userId,
      '2026-11-16T12:00:00Z',
      '2026-12-16T12:00:00Z',
    ]);
    await again.post('/user/confirm-password', { password: newPassword });
    expect((await again.call('DELETE', '/ajax/two-factor')).status).toBe(200);
    expect((await kept()).filter(({ trusted_at: at }) => at !== null)).toEqual([]);
  });
});
