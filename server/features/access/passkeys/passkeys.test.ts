import { beforeEach, describe, expect, test } from 'vitest';
import { withUserScope } from '#server/db/user-scope.ts';
import { sweepExpiredJob } from '#server/features/access/session/jobs.ts';
import { resetTwoFactor } from '#server/features/access/two-factor/commands.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { createPasskey, type Forged } from '#tests/support/authenticator.ts';
import { inBoard, type MadeMember, makeBoard, makeMember, makeUser } from '#tests/support/factories.ts';
import { type JarClient, jarClient } from '#tests/support/jar-client.ts';
import { answerWith, makePasskey, origin } from '#tests/support/passkeys.ts';
import { testApp } from '#tests/support/test-app.ts';
import { appCode } from '#tests/support/two-factor.ts';

const server = testApp();
const password = 'correct horse battery';
const refusal = { status: 200, json: { status: 'error', msg: 'That passkey did not work here. Try another way.' } };
let member: MadeMember;
let browser: JarClient;

beforeEach(async () => {
  await server.context.pool.query('delete from rate_limits');
  member = await makeMember(server.context, { user: await makeUser(server.context, { password }) });
  browser = await signedIn(member);
});

async function signedIn({ email }: { readonly email: string }): Promise<JarClient> {
  const made = jarClient(server.app);
  await made.post('/login', { email, password });
  await made.post('/user/confirm-password', { password });
  return made;
}
const list = async () => (await browser.call('GET', '/ajax/passkeys')).json.data.passkeys;
const emailOf = async (of: JarClient): Promise<string | null> =>
  (await of.call('GET', '/ajax/start')).json.data.user?.email ?? null;
const rows = (sql: string, values: readonly unknown[]) =>
  asSuperuser(server.context, async (client) => (await client.query(sql, [...values])).rows);
const logged = async () =>
  (await rows('select action from account_entries where user_id = $1 order by at, id', [member.userId])).map(
    ({ action }) => action,
  );
const mails = async (userId = member.userId) =>
  (await rows('select kind from mail_messages where user_id = $1', [userId])).length;
const codesLeft = async () => (await browser.call('GET', '/ajax/two-factor')).json.data.recovery_codes_left;

test('a passkey is offered three times, to ten who ask at once as well, and never to who has one', async () => {
  const offer = async (who = browser) => (await who.post('/ajax/passkeys/offer')).json.data.is_offered;
  const other = await makeMember(server.context, { user: await makeUser(server.context, { password }) });
  const theirs = await signedIn(other);
  const answers = await Promise.all(Array.from({ length: 10 }, () => offer()));
  expect(answers.filter(Boolean)).toHaveLength(3);
  expect(await offer()).toBe(false);
  expect(await offer(theirs)).toBe(true);
  await makePasskey(theirs);
  expect(await offer(theirs)).toBe(false);
});

describe('making, naming and removing', () => {
  test('the first passkey answers ten recovery codes, the next none; each is logged and mailed', async () => {
    const first = await makePasskey(browser);
    expect(first.answer).toMatchObject({ status: 200 });
    expect(first.answer.json.data.recovery_codes).toHaveLength(10);
    const next = await makePasskey(browser, { name: 'Blue key' });
    expect(next.answer.json.data.recovery_codes).toEqual([]);
    expect(await list()).toMatchObject([{ name: 'Firefox on Linux', used_at: null }, { name: 'Blue key' }]);
    expect(await logged()).toEqual(['device.new', 'passkey.added', 'passkey.added']);
    expect(await mails()).toBe(3);
    await server.context.runJobs();
    const mail = server.context.sent.findLast(({ subject }) => subject.startsWith('A passkey was added'));
    for (const said of ['Blue key', 'Another program', '127.0.0.1', '/account?view=security', '/forgot-password']) {
      expect(mail?.text).toContain(said);
    }
  });

  test('the first second factor ends the sessions that the password alone had begun elsewhere', async () => {
    const thief = await signedIn(member);
    expect(await emailOf(thief)).toBe(member.email);
    await makePasskey(browser);
    expect(await Promise.all([thief, browser].map(emailOf))).toEqual([null, member.email]);
  });

  test('options ask for a key that names its user, verifies, and is not there yet, and tell nothing of the user', async () => {
    const { made } = await makePasskey(browser);
    const { options } = (await browser.post('/ajax/passkeys/options')).json.data;
    expect(options).toMatchObject({
      rp: { id: 'dais.example' },
      attestation: 'none',
      excludeCredentials: [{ id: made.id }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    const again = (await browser.post('/ajax/passkeys/options')).json.data.options;
    expect(again.user.id).toBe(options.user.id);
    expect(again.challenge).not.toBe(options.challenge);
  });

  test('adding and removing ask for the confirmation, renaming does not', async () => {
    const { answer } = await makePasskey(browser);
    const { id } = answer.json.data.passkey;
    server.context.clock.advance({ minutes: 181 });
    expect((await browser.post('/ajax/passkeys/options')).status).toBe(423);
    expect((await browser.call('DELETE', `/ajax/passkeys/${id}`)).status).toBe(423);
    expect((await browser.call('PATCH', `/ajax/passkeys/${id}`, { name: 'Desk' })).status).toBe(200);
    expect(await list()).toMatchObject([{ name: 'Desk' }]);
  });

  test('codes stay while an app is left, and go with the last second factor', async () => {
    const { answer } = await makePasskey(browser);
    const { key } = (await browser.post('/ajax/two-factor/setup')).json.data;
    const on = await browser.post('/ajax/two-factor', { code: appCode(key, server.context.clock.now()) });
    expect(on.json.data.recovery_codes).toEqual([]);
    await browser.call('DELETE', `/ajax/passkeys/${answer.json.data.passkey.id}`);
    expect(await codesLeft()).toBe(10);
    await browser.call('DELETE', '/ajax/two-factor');
    expect(await codesLeft()).toBe(0);
  });

  test('codes are renewed with a passkey alone, and go with it', async () => {
    const { answer } = await makePasskey(browser);
    const renewed = await browser.post('/ajax/two-factor/recovery-codes');
    expect(renewed.json.data.recovery_codes).toHaveLength(10);
    await browser.call('DELETE', `/ajax/passkeys/${answer.json.data.passkey.id}`);
    expect(await codesLeft()).toBe(0);
    expect((await logged()).at(-1)).toBe('passkey.removed');
  });

  test('twenty are kept, and no more', async () => {
    await makePasskey(browser);
    await rows(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, is_backed_up, name, created_at)
       select $1::uuid, sha256(convert_to($1::uuid::text || n, 'utf8')), 'x', 0, '{}', false, 'x', now() from generate_series(1, 18) n`,
      [member.userId],
    );
    const begun = (await browser.post('/ajax/passkeys/options')).json.data.options;
    expect((await makePasskey(browser)).answer.json.status).toBe('success');
    const tooMany = { status: 'error', msg: 'You have 20 passkeys already. Remove one that you do not use.' };
    expect((await browser.post('/ajax/passkeys/options')).json).toEqual(tooMany);
    const { made } = createPasskey(begun, { origin });
    expect((await browser.post('/ajax/passkeys', { name: 'One more', made })).json).toEqual(tooMany);
  });

  test('another’s passkey can neither be renamed nor removed, nor added again', async () => {
    const { answer, made } = await makePasskey(browser);
    const { id } = answer.json.data.passkey;
    const other = await signedIn(
      await makeMember(server.context, { user: await makeUser(server.context, { password }) }),
    );
    expect((await other.call('PATCH', `/ajax/passkeys/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await other.call('DELETE', `/ajax/passkeys/${id}`)).status).toBe(404);
    const credential = Buffer.from(made.id, 'base64url');
    expect((await makePasskey(other, { id: credential })).answer).toMatchObject(refusal);
    expect(await list()).toHaveLength(1);
  });

  const forgeries: readonly (readonly [string, Forged])[] = [
    ['another origin', { origin: 'https://dais.example.evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['the type of a signature', { type: 'webauthn.get' }],
    ['no user verification', { isVerified: false }],
    ['nobody present', { isPresent: false }],
    ['a format nobody asked for', { format: 'fido-u2f' }],
    ['a certificate', { format: 'packed', statement: new Map([['x5c', Buffer.alloc(4)]]) }],
  ];
  test.each(forgeries)('none is made with %s', async (_what, forged) => {
    expect((await makePasskey(browser, forged)).answer).toMatchObject(refusal);
    expect(await list()).toEqual([]);
  });
});

test('a reset by somebody else takes the passkeys, too, and the codes with them', async () => {
  const { passkey } = await makePasskey(browser);
  const reset = () =>
    withUserScope(server.context, member.userId ?? '', (scope) =>
      resetTwoFactor(scope, server.context.secrets, { byUserId: null }),
    );
  expect(await reset()).toBe(true);
  expect(await list()).toEqual([]);
  expect(await codesLeft()).toBe(0);
  expect((await logged()).at(-1)).toBe('two-factor.reset');
  expect(await answerWith(jarClient(server.app), '/sign-in/passkey', { passkey })).toMatchObject(refusal);
  expect(await reset()).toBe(false);
});

test('the own app goes without the passkeys, and the mail says so', async () => {
  await makePasskey(browser);
  const { key } = (await browser.post('/ajax/two-factor/setup')).json.data;
  await browser.post('/ajax/two-factor', { code: appCode(key, server.context.clock.now()) });
  await browser.call('DELETE', '/ajax/two-factor');
  expect(await list()).toHaveLength(1);
  await server.context.runJobs();
  expect(server.context.sent.map(({ subject }) => subject)).toContainEqual(
    expect.stringContaining('Your authenticator app is off'),
  );
});

describe('signing in', () => {
  const path = '/sign-in/passkey';

  test('opens a session without a code, keeps Remember Me and goes where the user was going', async () => {
    const { passkey } = await makePasskey(browser);
    const fresh = jarClient(server.app);
    const body = { remember: true, next: '/meetings?year=2026' };
    const answer = await answerWith(fresh, path, { passkey, body });
    expect(answer).toMatchObject({ status: 200, json: { url: '/meetings?year=2026' } });
    expect(await emailOf(fresh)).toBe(member.email);
    expect(
      await rows('select remember from sessions where user_id = $1 order by id desc limit 1', [member.userId]),
    ).toEqual([{ remember: true }]);
    expect((await list())[0].used_at).not.toBeNull();
    const foreign = await answerWith(jarClient(server.app), path, { passkey, body: { next: '//evil.example' } });
    expect(foreign.json.url).toBe('/home');
  });

  test('opens the board of the login screen, and fulfils its duty', async () => {
    const { context } = server;
    const user = await makeUser(context, { password });
    await makeMember(context, { user, board: await makeBoard(context, { title: 'Alder Trust' }) });
    const board = await makeBoard(context, { title: 'Willow Trust' });
    await makeMember(context, { user, board });
    await inBoard(context, board.id, (tx) =>
      tx.updateTable('boards').set({ two_factor_required: true }).where('id', '=', board.id).execute(),
    );
    const { passkey } = await makePasskey(await signedIn(user));
    const fresh = jarClient(server.app);
    await answerWith(fresh, path, { passkey, body: { board: board.shortname } });
    const { current_board_id: current, boards } = (await fresh.call('GET', '/ajax/start')).json.data;
    expect(current).toBe(board.id);
    expect(boards.every((each: { two_factor_missing: boolean }) => !each.two_factor_missing)).toBe(true);
  });

  test('options name nobody’s passkeys, and are alike for everybody', async () => {
    await makePasskey(browser);
    const { json } = await jarClient(server.app).post(`${path}/options`);
    expect(Object.keys(json.options).toSorted()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification']);
  });

  const forgeries: readonly (readonly [string, Forged])[] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['a sibling of our origin', { origin: 'https://login.dais.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['the type of a creation', { type: 'webauthn.create' }],
    ['no user verification', { isVerified: false }],
    ['nobody present', { isPresent: false }],
    ['another signature', { signature: Buffer.alloc(70, 1) }],
    ['no user handle', { userHandle: null }],
    ['another user handle', { userHandle: Buffer.alloc(32, 7).toString('base64url') }],
  ];
  test.each(forgeries)('%s is refused', async (_what, forged) => {
    const { passkey } = await makePasskey(browser);
    const fresh = jarClient(server.app);
    expect(await answerWith(fresh, path, { passkey, forged })).toMatchObject(refusal);
    expect(await emailOf(fresh)).toBeNull();
  });

  test('an unknown passkey is refused in the same words', async () => {
    const begun = (await browser.post('/ajax/passkeys/options')).json.data.options;
    const { passkey } = createPasskey(begun, { origin });
    expect(await answerWith(jarClient(server.app), path, { passkey })).toMatchObject(refusal);
  });

  test('a removed one is refused', async () => {
    const { passkey, answer } = await makePasskey(browser);
    await browser.call('DELETE', `/ajax/passkeys/${answer.json.data.passkey.id}`);
    expect(await answerWith(jarClient(server.app), path, { passkey })).toMatchObject(refusal);
  });

  test('a removed one ends the sessions that it began, but that in which it is removed', async () => {
    const { passkey, answer } = await makePasskey(browser);
    const [fresh, other] = [jarClient(server.app), await signedIn(member)];
    await answerWith(fresh, path, { passkey });
    expect(await emailOf(fresh)).toBe(member.email);
    await browser.call('DELETE', `/ajax/passkeys/${answer.json.data.passkey.id}`);
    expect(await Promise.all([fresh, browser].map(emailOf))).toEqual([null, member.email]);
    // With a second factor, the password alone had begun none.
    expect(await emailOf(other)).toBeNull();
  });

  test('what was signed holds once, for five minutes, in the browser that asked', async () => {
    const { passkey } = await makePasskey(browser);
    const fresh = jarClient(server.app);
    const asked = async () => (await fresh.post(`${path}/options`)).json.options;
    const signed = passkey.sign(await asked());
    const other = jarClient(server.app);
    expect(await other.post(path, { signed })).toMatchObject(refusal);
    const copy = fresh.copy();
    expect((await fresh.post(path, { signed })).json).toEqual({ url: '/home' });
    expect(await copy.post(path, { signed })).toMatchObject(refusal);

    const late = jarClient(server.app);
    const old = (await late.post(`${path}/options`)).json.options;
    server.context.clock.advance({ minutes: 6 });
    expect(await late.post(path, { signed: passkey.sign(old) })).toMatchObject(refusal);
    await sweepExpiredJob(server.context).handle({}, { attempt: 1, isLast: false });
    expect(await rows('select from passkey_challenges where expires_at < $1', [server.context.clock.now()])).toEqual(
      [],
    );
  });

  test('ten at once with one signature: one succeeds', async () => {
    const { passkey } = await makePasskey(browser);
    const fresh = jarClient(server.app);
    const signed = passkey.sign((await fresh.post(`${path}/options`)).json.options);
    const racers = Array.from({ length: 10 }, () => fresh.copy());
    const answers = await Promise.all(racers.map((each) => each.post(path, { signed })));
    expect(answers.filter(({ json }) => json.url === '/home')).toHaveLength(1);
  });

  test('a challenge for one purpose is none for another', async () => {
    const { passkey } = await makePasskey(browser);
    const confirming = (await browser.post('/user/confirm-passkey/options')).json.options;
    expect(await browser.post(path, { signed: passkey.sign(confirming) })).toMatchObject(refusal);
    const signingIn = (await browser.post(`${path}/options`)).json.options;
    expect(await browser.post('/user/confirm-passkey', { signed: passkey.sign(signingIn) })).toMatchObject(refusal);
    const adding = (await browser.post('/ajax/passkeys/options')).json.data.options;
    expect(
      await browser.post(path, { signed: passkey.sign({ ...signingIn, challenge: adding.challenge }) }),
    ).toMatchObject(refusal);
  });

  test('a counter that fell is refused, logged, and its owner told', async () => {
    const { passkey } = await makePasskey(browser, { counter: 5 });
    const cloned = passkey.copy();
    await answerWith(jarClient(server.app), path, { passkey });
    const before = await mails();
    const fresh = jarClient(server.app);
    expect(await answerWith(fresh, path, { passkey: cloned })).toMatchObject(refusal);
    expect(await emailOf(fresh)).toBeNull();
    expect((await logged()).at(-1)).toBe('passkey.refused');
    expect(await mails()).toBe(before + 1);
    expect(await answerWith(fresh, path, { passkey, forged: { counter: 0 } })).toMatchObject(refusal);
  });

  test('one that does not count signs in again and again', async () => {
    const { passkey } = await makePasskey(browser, { counter: 0, isBackedUp: true });
    for (const _ of [1, 2]) expect((await answerWith(jarClient(server.app), path, { passkey })).json.url).toBe('/home');
  });

  test('a disabled user is refused as with the password', async () => {
    const { passkey } = await makePasskey(browser);
    await rows('update users set disabled_at = now() where id = $1', [member.userId]);
    const fresh = jarClient(server.app);
    expect((await answerWith(fresh, path, { passkey })).status).toBe(403);
    expect(await emailOf(fresh)).toBeNull();
  });

  test('sixty challenges in a quarter of an hour for a network, of all kinds together', async () => {
    const fresh = jarClient(server.app, { from: '203.0.113.9' });
    const statuses = [];
    for (let tries = 0; tries < 61; tries += 1) statuses.push((await fresh.post(`${path}/options`)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });

  test('pages that offer a passkey unasked leave half of them to those who press', async () => {
    const from = '203.0.113.10';
    const opened = jarClient(server.app, { from });
    const offer = async () => (await opened.post(`${path}/options`, { unasked: true })).status;
    const statuses = [];
    for (let tries = 0; tries < 70; tries += 1) statuses.push(await offer());
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true);
    const { passkey } = await makePasskey(browser);
    for (let presses = 0; presses < 29; presses += 1) await opened.post(`${path}/options`);
    // A whole office: what was signed is given back.
    for (let presses = 0; presses < 5; presses += 1) {
      const person = jarClient(server.app, { from });
      expect((await answerWith(person, path, { passkey })).json).toEqual({ url: '/home' });
    }
    expect((await opened.post(`${path}/options`)).status).toBe(200);
    const late = jarClient(server.app, { from });
    expect((await late.post(`${path}/options`)).status).toBe(429);
  });

  test('what was signed wrongly is not given back', async () => {
    const { passkey } = await makePasskey(browser);
    const from = '203.0.113.11';
    const thief = jarClient(server.app, { from });
    for (let tries = 0; tries < 60; tries += 1) {
      await answerWith(thief, path, { passkey, forged: { isVerified: false } });
    }
    expect((await thief.post(`${path}/options`)).status).toBe(429);
  });
});

describe('as the second factor', () => {
  const path = '/two-factor-challenge/passkey';

  async function pending(): Promise<JarClient> {
    const fresh = jarClient(server.app);
    const answer = await fresh.post('/login', { email: member.email, password, next: '/library' });
    expect(answer.json).toEqual({ two_factor: true });
    return fresh;
  }

  test('who has a passkey alone is asked for it, or a recovery code', async () => {
    const { passkey, answer } = await makePasskey(browser);
    const one = await pending();
    expect((await one.call('GET', '/ajax/two-factor/challenge')).json.data).toMatchObject({
      app: false,
      passkey: true,
    });
    expect((await answerWith(one, path, { passkey })).json).toEqual({ url: '/library' });
    expect(await emailOf(one)).toBe(member.email);
    const other = await pending();
    const [code] = answer.json.data.recovery_codes;
    expect((await other.post('/two-factor-challenge', { recovery_code: code })).json).toEqual({ url: '/library' });
  });

  test('another user’s passkey is refused', async () => {
    await makePasskey(browser);
    const other = await signedIn(
      await makeMember(server.context, { user: await makeUser(server.context, { password }) }),
    );
    const { passkey } = await makePasskey(other);
    const fresh = await pending();
    expect(await answerWith(fresh, path, { passkey })).toMatchObject(refusal);
    expect(await emailOf(fresh)).toBeNull();
  });

  test('a wrong one leaves the sign-in waiting, and without one that waits there is nothing to finish', async () => {
    const { passkey } = await makePasskey(browser);
    const fresh = await pending();
    expect(await answerWith(fresh, path, { passkey, forged: { isVerified: false } })).toMatchObject(refusal);
    const asked = (await fresh.post(`${path}/options`)).json.options;
    const late = fresh.copy();
    expect((await fresh.post(path, { signed: passkey.sign(asked) })).json).toEqual({ url: '/library' });
    expect((await late.post(`${path}/options`)).status).toBe(419);
    const nobody = jarClient(server.app);
    expect((await nobody.post(`${path}/options`)).status).toBe(419);
    expect((await nobody.post(path, { signed: passkey.sign(asked) })).status).toBe(419);
    expect((await nobody.call('GET', '/ajax/two-factor/challenge')).status).toBe(419);
  });

  test('a challenge for signing in is none for the second factor', async () => {
    const { passkey } = await makePasskey(browser);
    const fresh = await pending();
    const asked = (await fresh.post('/sign-in/passkey/options')).json.options;
    expect(await fresh.post(path, { signed: passkey.sign(asked) })).toMatchObject(refusal);
  });
});

describe('as the confirmation', () => {
  const path = '/user/confirm-passkey';

  test('a passkey confirms in the place of the password, and gives the session a new token', async () => {
    const { passkey } = await makePasskey(browser);
    server.context.clock.advance({ minutes: 181 });
    const before = browser.cookie('__Host-dais_session');
    expect((await browser.post('/ajax/passkeys/options')).status).toBe(423);
    expect((await answerWith(browser, path, { passkey })).status).toBe(201);
    expect(browser.cookie('__Host-dais_session')).not.toBe(before);
    expect((await browser.post('/ajax/passkeys/options')).status).toBe(200);
  });

  test('another user’s is refused', async () => {
    const other = await signedIn(
      await makeMember(server.context, { user: await makeUser(server.context, { password }) }),
    );
    const { passkey } = await makePasskey(other);
    server.context.clock.advance({ minutes: 181 });
    expect(await answerWith(browser, path, { passkey })).toMatchObject(refusal);
    expect((await browser.post('/ajax/passkeys/options')).status).toBe(423);
  });
});
