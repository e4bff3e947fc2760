import { beforeEach, describe, expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { inBoard, type MadeMember, makeBoard, makeMember, makeUser } from '#tests/support/factories.ts';
import { type JarClient, jarClient } from '#tests/support/jar-client.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeSecondFactor, type SecondFactor } from '#tests/support/two-factor.ts';

const server = testApp();
const password = 'correct horse battery';
const day = 86_400_000;
let member: MadeMember;

beforeEach(async () => {
  await server.context.pool.query('delete from rate_limits');
  server.context.clock.set('2026-11-16T12:00:00Z');
  member = await makeMember(server.context, { user: await makeUser(server.context, { password }) });
});

const rows = (sql: string, values: readonly unknown[] = []) =>
  asSuperuser(server.context, async (client) => (await client.query(sql, [...values])).rows);
const logged = async () =>
  (await rows('select action from account_entries where user_id = $1 order by at, id', [member.userId])).map(
    ({ action }) => action,
  );
const devicesOf = async (browser: JarClient) => (await browser.call('GET', '/ajax/devices')).json.data.devices;
const statusOf = async (browser: JarClient): Promise<number> => (await browser.call('GET', '/ajax/account')).status;
const later = (ms: number): void => {
  server.context.clock.set(new Date(server.context.clock.now().getTime() + ms));
};

async function signIn(browser = jarClient(server.app), email = member.email): Promise<JarClient> {
  expect((await browser.post('/login', { email, password })).status).toBe(200);
  return browser;
}

describe('the list', () => {
  test('has this device first, then by when it was seen; a browser that signs in again is the same device', async () => {
    const first = await signIn();
    later(3_600_000);
    const second = await signIn(jarClient(server.app, { from: '203.0.113.7' }));
    await second.post('/logout');
    await signIn(second);
    expect(await devicesOf(first)).toMatchObject([
      { is_current: true, is_signed_in: true, address: '127.0.0.1', can: { sign_out: false, forget: false } },
      { is_current: false, is_signed_in: true, address: '203.0.113.7', can: { sign_out: true, forget: true } },
    ]);
    expect((await devicesOf(second)).map(({ is_current }: { is_current: boolean }) => is_current)).toEqual([
      true,
      false,
    ]);
  });

  test('says of a device that is signed out when it was last seen', async () => {
    const first = await signIn();
    const second = await signIn();
    later(600_000);
    expect(await statusOf(second)).toBe(200);
    await second.post('/logout');
    later(600_000);
    expect((await devicesOf(first))[1]).toMatchObject({
      ...{ is_signed_in: false, last_seen_at: '2026-11-16T12:10:00.000Z' },
      can: { sign_out: false, forget: true },
    });
  });

  test('names twenty devices; the one that was seen longest ago leaves it, and stays signed in by itself', async () => {
    const browsers = [];
    for (let index = 0; index < 21; index += 1) {
      browsers.push(await signIn());
      later(1_000);
    }
    const listed = await devicesOf(browsers[20] as JarClient);
    expect(listed).toHaveLength(21);
    expect(listed[20]).toMatchObject({ address: null, is_signed_in: true, can: { sign_out: true, forget: false } });
    expect(await rows('select from devices where user_id = $1', [member.userId])).toHaveLength(20);
    expect(await statusOf(browsers[0] as JarClient)).toBe(200);
    expect((await browsers[20]?.post(`/ajax/devices/${listed[20].id}/sign-out`))?.status).toBe(200);
    expect(await statusOf(browsers[0] as JarClient)).toBe(419);
  });

  test('knows a browser whose owner has another address meanwhile', async () => {
    const browser = await signIn();
    await browser.post('/logout');
    const email = `zq-${member.email}`;
    await rows('update users set email = $2 where id = $1', [member.userId, email]);
    await signIn(browser, email);
    expect(await devicesOf(browser)).toHaveLength(1);
    expect(await logged()).toEqual(['device.new']);
  });
});

describe('signing out', () => {
  test('one device is signed out at once; a stranger’s, and this one, is not there', async () => {
    const first = await signIn();
    const second = await signIn();
    const other = await makeMember(server.context, { user: await makeUser(server.context, { password }) });
    const stranger = await signIn(jarClient(server.app), other.email);
    const [own, theirs] = await devicesOf(first);
    expect((await stranger.post(`/ajax/devices/${theirs.id}/sign-out`)).status).toBe(404);
    expect((await first.post(`/ajax/devices/${own.id}/sign-out`)).status).toBe(404);
    expect(await statusOf(second)).toBe(200);
    expect((await first.post(`/ajax/devices/${theirs.id}/sign-out`)).status).toBe(200);
    expect(await statusOf(second)).toBe(419);
    expect((await first.post(`/ajax/devices/${theirs.id}/sign-out`)).status).toBe(404);
  });

  test('everywhere else is signed out at once, and here nothing changes', async () => {
    const here = await signIn();
    const others = [await signIn(), await server.signIn(member)] as const;
    const stranger = await makeMember(server.context);
    const theirs = await server.signIn(stranger);
    expect((await here.post('/ajax/devices/sign-out-others')).status).toBe(200);
    expect(await statusOf(others[0])).toBe(419);
    expect((await others[1].get('/ajax/account')).status).toBe(419);
    expect(await statusOf(here)).toBe(200);
    expect((await theirs.get('/ajax/account')).status).toBe(200);
  });

  test('a forgotten device is signed out and new again; neither this one nor a stranger’s is forgotten', async () => {
    const here = await signIn();
    const there = await signIn();
    const stranger = await server.signIn(await makeMember(server.context));
    const [own, other] = await devicesOf(here);
    expect((await here.call('DELETE', `/ajax/devices/${own.id}`)).status).toBe(404);
    expect((await stranger.delete(`/ajax/devices/${other.id}`)).status).toBe(404);
    expect((await here.call('DELETE', `/ajax/devices/${other.id}`)).status).toBe(200);
    expect(await statusOf(there)).toBe(419);
    expect(await devicesOf(here)).toHaveLength(1);
    expect((await here.call('DELETE', `/ajax/devices/${other.id}`)).status).toBe(404);
    expect(await logged()).toEqual(['device.new', 'device.new', 'device.forgotten']);
  });
});

describe('mail of a sign-in on an unknown device', () => {
  test('names the device and its address; a known one is not mailed', async () => {
    const browser = await signIn(jarClient(server.app, { from: '203.0.113.9' }));
    await browser.post('/logout');
    await signIn(browser);
    await server.context.runJobs();
    const sent = server.context.sent.filter(({ to }) => to.address === member.email);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.subject).toBe('New sign-in to your account (Dais)');
    expect(sent[0]?.text).toContain('203.0.113.9');
    expect(sent[0]?.text).toContain('Another program');
  });

  test('a refused sign-in is none: nothing is kept, nothing is mailed', async () => {
    const browser = jarClient(server.app);
    expect((await browser.post('/login', { email: member.email, password: 'not this one' })).status).toBe(422);
    expect(await rows('select from devices where user_id = $1', [member.userId])).toEqual([]);
    expect(await logged()).toEqual([]);
  });

  test('a new password by the owner is not a sign-in on a new device', async () => {
    const browser = await signIn();
    const body = { current_password: password, password: 'another long sentence' };
    expect((await browser.post('/ajax/account/password', body)).status).toBe(200);
    expect((await logged()).filter((action) => action === 'device.new')).toHaveLength(1);
    expect(await devicesOf(browser)).toHaveLength(1);
  });
});

describe('trust', () => {
  let factor: SecondFactor;
  const code = (): string => factor.codeAt(server.context.clock.now());

  beforeEach(async () => {
    factor = await makeSecondFactor(server.context, member.userId ?? '');
  });

  async function pending(browser = jarClient(server.app)): Promise<JarClient> {
    expect((await browser.post('/login', { email: member.email, password })).json).toEqual({ two_factor: true });
    return browser;
  }
  async function trusted(): Promise<JarClient> {
    const browser = await pending();
    expect((await browser.post('/two-factor-challenge', { code: code(), trust: true })).status).toBe(200);
    return browser;
  }
  const asksAgain = async (browser: JarClient): Promise<boolean> => {
    await browser.post('/logout');
    // Where the session has run out, the page brings a token of its own.
    await browser.call('GET', '/ajax/start');
    const { json } = await browser.post('/login', { email: member.email, password });
    expect([{ two_factor: true }, { url: '/home' }]).toContainEqual(json);
    return json.two_factor === true;
  };
  const strengths = async () =>
    (await rows('select strength from sessions where user_id = $1 order by created_at, id', [member.userId])).map(
      ({ strength }) => strength,
    );

  test('a trusted device is asked for no code for thirty days, and its sessions are of strength two', async () => {
    const browser = await trusted();
    expect((await devicesOf(browser))[0].trusted_until).toBe('2026-12-16T12:00:00.000Z');
    expect(await asksAgain(browser)).toBe(false);
    expect(await strengths()).toEqual([2]);
    later(30 * day - 1);
    expect(await asksAgain(browser)).toBe(false);
    later(1);
    expect(await asksAgain(browser)).toBe(true);
  });

  test('another browser is asked, and so is another user of a trusted one', async () => {
    const browser = await trusted();
    await pending();
    const other = await makeMember(server.context, { user: await makeUser(server.context, { password }) });
    await makeSecondFactor(server.context, other.userId ?? '');
    const answer = await browser.copy().post('/login', { email: other.email, password });
    expect(answer.json).toEqual({ two_factor: true });
  });

  test('is not given unasked, nor without a second factor', async () => {
    const browser = await pending();
    await browser.post('/two-factor-challenge', { code: code() });
    expect((await devicesOf(browser))[0].trusted_until).toBeNull();
    expect(await asksAgain(browser)).toBe(true);
  });

  test('the strictest board counts, at once; no days, and it is not offered', async () => {
    const browser = await trusted();
    const strict = await makeBoard(server.context);
    await makeMember(server.context, { board: strict, user: { ...member, id: member.userId ?? '' } });
    const allow = (days: number) =>
      inBoard(server.context, strict.id, (tx) => tx.updateTable('boards').set({ trust_days: days }).execute());
    await allow(2);
    expect((await devicesOf(browser))[0].trusted_until).toBe('2026-11-18T12:00:00.000Z');
    later(2 * day - 1);
    expect(await asksAgain(browser)).toBe(false);
    later(1);
    expect(await asksAgain(browser)).toBe(true);
    await allow(0);
    const other = await pending();
    expect((await other.call('GET', '/ajax/two-factor/challenge')).json.data.trust_days).toBe(0);
    await other.post('/two-factor-challenge', { code: code(), trust: true });
    await allow(60);
    expect((await devicesOf(other))[0]).toMatchObject({ is_current: true, trusted_until: null });
  });

  test('its owner ends it; it ends with the password, and with the last second factor', async () => {
    const browser = await trusted();
    const [own] = await devicesOf(browser);
    const stranger = await server.signIn(await makeMember(server.context));
    expect((await stranger.delete(`/ajax/devices/${own.id}/trust`)).status).toBe(404);
    expect((await browser.call('DELETE', `/ajax/devices/${own.id}/trust`)).status).toBe(200);
    expect((await browser.call('DELETE', `/ajax/devices/${own.id}/trust`)).status).toBe(404);
    expect(await asksAgain(browser)).toBe(true);
    later(60_000);
    const again = await trusted();
    await again.post('/ajax/account/password', { current_password: password, password: 'another long sentence' });
    expect(
      (await devicesOf(again)).map(({ trusted_until }: { trusted_until: string | null }) => trusted_until),
    ).toEqual([...[null, null]]);
    await rows(`update devices set trusted_at = $2, trusted_until = $3 where user_id = $1`, [
      ...[member.userId, '2026-11-16T12:00:00Z', '2026-12-16T12:00:00Z'],
    ]);
    await again.post('/user/confirm-password', { password: 'another long sentence' });
    expect((await again.call('DELETE', '/ajax/two-factor')).status).toBe(200);
    expect(await rows('select from devices where user_id = $1 and trusted_at is not null', [member.userId])).toEqual(
      [],
    );
  });
});
