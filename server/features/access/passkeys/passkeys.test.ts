import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sweepExpiredJob } from '#server/features/access/session/jobs.ts';
import { type Creating, createPasskey, type Forged } from '#tests/support/authenticator.ts';
import { type JarClient, jarClient } from '#tests/support/jar-client.ts';
import { answerWith, makePasskey, optionsFor, origin } from '#tests/support/passkeys.ts';
import { accountStage, emailOf, password, tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { appCode } from '#tests/support/two-factor.ts';

const server = testApp();
const { member, browser, resetFactors, rows, makePerson, browserOf, logOf, mailsTo } = accountStage(server, {
  isConfirmed: true,
});
const refusal = { status: 200, json: { status: 'error', msg: 'That passkey did not work here. Try another way.' } };
const signIn = '/sign-in/passkey';

const fresh = (of = {}) => jarClient(server.app, of);
const someoneElse = async () => browserOf(await makePerson(), { isConfirmed: true });
const list = async () => (await browser.call('GET', '/ajax/passkeys')).json.data.passkeys;
const creationOptions = async () => (await browser.post('/ajax/passkeys/options')).json.data.options;
const remove = (id = '') => browser.call('DELETE', `/ajax/passkeys/${id}`);
const mails = async () => (await rows('select from mail_messages where user_id = $1', [member.userId])).length;
const codesLeft = async () => (await browser.call('GET', '/ajax/two-factor')).json.data.recovery_codes_left;
async function turnOnApp() {
  const { key } = (await browser.post('/ajax/two-factor/setup')).json.data;
  return browser.post('/ajax/two-factor', { code: appCode(key, server.context.clock.now()) });
}

test('creating a passkey is suggested at most three times, and never to a user who has one', async () => {
  const offer = async (who = browser) => (await who.post('/ajax/passkeys/offer')).json.data.is_offered;
  expect((await tenAtOnce(() => offer())).filter(Boolean)).toHaveLength(3);
  expect(await offer()).toBe(false);
  const other = await someoneElse();
  expect(await offer(other)).toBe(true);
  await makePasskey(other);
  expect(await offer(other)).toBe(false);
});

describe('passkey management', () => {
  test('returns recovery codes only for the first passkey and reports every new passkey by email', async () => {
    expect((await makePasskey(browser)).answer.json.data.recovery_codes).toHaveLength(10);
    const next = await makePasskey(browser, { name: 'Blue key' });
    expect(next.answer.json.data.recovery_codes).toEqual([]);
    expect(await list()).toMatchObject([{ name: 'Firefox on Linux', used_at: null }, { name: 'Blue key' }]);
    expect(await logOf(member)).toEqual(['device.new', 'passkey.added', 'passkey.added']);
    const mail = (await mailsTo(member.email)).at(-1);
    expect([await mails(), mail?.subject]).toEqual([3, expect.stringMatching(/^A passkey was added/)]);
    for (const part of ['Blue key', 'Another program', '127.0.0.1', '/account?view=security', '/forgot-password']) {
      expect(mail?.text).toContain(part);
    }
  });

  test('ends other password-only sessions when the first second factor is added', async () => {
    const thief = await browserOf(member);
    await makePasskey(browser);
    expect(await Promise.all([thief, browser].map(emailOf))).toEqual([null, member.email]);
  });

  test('requests a discoverable passkey with user verification and an opaque user id', async () => {
    const { made } = await makePasskey(browser);
    const [options, again] = [await creationOptions(), await creationOptions()];
    expect(options).toMatchObject({
      rp: { id: 'dais.example' },
      attestation: 'none',
      excludeCredentials: [{ id: made.id }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    for (const secret of [options.user.id, options.challenge]) {
      expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    }
    expect(again.user.id).toBe(options.user.id);
    expect(again.challenge).not.toBe(options.challenge);
  });

  test('allows renaming a passkey even if the session’s confirmation has expired', async () => {
    const { id } = await makePasskey(browser);
    server.context.clock.advance({ minutes: 181 });
    expect((await browser.call('PATCH', `/ajax/passkeys/${id}`, { name: 'Desk' })).status).toBe(200);
    expect(await list()).toMatchObject([{ name: 'Desk' }]);
  });

  test('uses the same recovery codes as the authenticator app and deletes them with the last second factor', async () => {
    const { id } = await makePasskey(browser);
    expect((await browser.post('/ajax/two-factor/recovery-codes')).json.data.recovery_codes).toHaveLength(10);
    expect((await turnOnApp()).json.data.recovery_codes).toEqual([]);
    await remove(id);
    expect(await codesLeft()).toBe(10);
    const next = await makePasskey(browser);
    await browser.call('DELETE', '/ajax/two-factor');
    expect([(await list()).length, await codesLeft()]).toEqual([1, 10]);
    expect((await mailsTo(member.email)).at(-1)?.subject).toContain('Your authenticator app was turned off');
    await remove(next.id);
    expect([await codesLeft(), (await logOf(member)).at(-1)]).toEqual([0, 'passkey.removed']);
  });

  test('allows at most twenty passkeys per account', async () => {
    await makePasskey(browser);
    await rows(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, is_backed_up, name, created_at)
       select $1::uuid, sha256(convert_to($1::uuid::text || n, 'utf8')), 'x', 0, '{}', false, 'x', now() from generate_series(1, 18) n`,
      [member.userId],
    );
    const { made } = createPasskey(await creationOptions(), { origin });
    expect((await makePasskey(browser)).answer.json.status).toBe('success');
    const tooMany = { status: 'error', msg: 'You already have 20 passkeys. Remove one that you do not use.' };
    expect((await browser.post('/ajax/passkeys/options')).json).toEqual(tooMany);
    expect((await browser.post('/ajax/passkeys', { name: 'One more', made })).json).toEqual(tooMany);
  });

  test('does not let users rename or remove another user’s passkey, or add it to their own account', async () => {
    const { id, made } = await makePasskey(browser);
    const other = await someoneElse();
    expect((await other.call('PATCH', `/ajax/passkeys/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await other.call('DELETE', `/ajax/passkeys/${id}`)).status).toBe(404);
    const credential = Buffer.from(made.id, 'base64url');
    expect((await makePasskey(other, { id: credential })).answer).toMatchObject(refusal);
    expect(await list()).toHaveLength(1);
  });

  const coseKey = (...parameters: (readonly [number, number | Buffer])[]) => new Map(parameters);
  const rsaKey = (bits: number) => {
    const { n = '', e = '' } = generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' });
    return coseKey([1, 3], [3, -257], [-1, Buffer.from(n, 'base64url')], [-2, Buffer.from(e, 'base64url')]);
  };
  const ones = Buffer.alloc(32, 1);
  test('accepts a passkey with an RSA key of 2,048 bits', async () => {
    expect((await makePasskey(browser, { publicKey: rsaKey(2_048) })).answer.json.status).toBe('success');
  });

  test.each<readonly [string, Creating]>([
    ['another origin', { origin: 'https://dais.example.evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['the client data type of a signature', { type: 'webauthn.get' }],
    ['no user verification', { isVerified: false }],
    ['no user presence', { isPresent: false }],
    ['an attestation format that was not requested', { format: 'fido-u2f' }],
    ['the client data of another site’s page', { crossOrigin: true }],
    ['an RSA key of 1,024 bits', { publicKey: rsaKey(1_024) }],
    ['a key with an algorithm that was not offered', { publicKey: coseKey([1, 1], [3, -8], [-1, 6], [-2, ones]) }],
    ['a P-256 key off the curve', { publicKey: coseKey([1, 2], [3, -7], [-1, 1], [-2, ones], [-3, ones]) }],
    ['a certificate', { format: 'packed', statement: new Map([['x5c', Buffer.alloc(4)]]) }],
  ])('rejects a passkey with %s', async (_what, forged) => {
    expect((await makePasskey(browser, forged)).answer).toMatchObject(refusal);
    expect(await list()).toEqual([]);
  });

  test('removes the passkeys and recovery codes when an operator resets the user’s second factor', async () => {
    const { passkey } = await makePasskey(browser);
    expect(await resetFactors()).toBe(true);
    expect([await list(), await codesLeft(), (await logOf(member)).at(-1)]).toEqual([[], 0, 'two-factor.reset']);
    expect(await answerWith(fresh(), signIn, { passkey })).toMatchObject(refusal);
    expect(await resetFactors()).toBe(false);
  });
});

describe('signing in with a passkey', () => {
  test('starts a session without a code and opens the requested page', async () => {
    const { passkey } = await makePasskey(browser);
    const body = { remember: true, next: '/meetings?year=2026' };
    const visitor = fresh();
    const answer = await answerWith(visitor, signIn, { passkey, body });
    expect(answer).toMatchObject({ status: 200, json: { url: '/meetings?year=2026' } });
    expect(await emailOf(visitor)).toBe(member.email);
    const newest = 'select remember from sessions where user_id = $1 order by id desc limit 1';
    expect(await rows(newest, [member.userId])).toEqual([{ remember: true }]);
    expect((await list())[0].used_at).not.toBeNull();
    const foreign = await answerWith(fresh(), signIn, { passkey, body: { next: '//evil.example' } });
    expect(foreign.json.url).toBe('/home');
  });

  test('opens the board shown at login, and satisfies its two-factor requirement', async () => {
    const user = await server.make.user({ password });
    const board = await server.make.board({ title: 'Willow Trust' });
    for (const each of [await server.make.board({ title: 'Alder Trust' }), board]) {
      await server.make.member({ user, board: each });
    }
    await rows('update boards set two_factor_required = true where id = $1', [board.id]);
    const { passkey } = await makePasskey(await browserOf(user, { isConfirmed: true }));
    const visitor = fresh();
    await answerWith(visitor, signIn, { passkey, body: { board: board.shortname } });
    const { current_board_id: current, boards } = (await visitor.call('GET', '/ajax/start')).json.data;
    expect(current).toBe(board.id);
    expect(boards.every((each: { two_factor_missing: boolean }) => !each.two_factor_missing)).toBe(true);
  });

  test('uses options that do not list the user’s passkeys', async () => {
    await makePasskey(browser);
    const options = await optionsFor(fresh(), signIn);
    expect(Object.keys(options).toSorted()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification']);
  });

  test.each<readonly [string, Forged]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['a sibling domain of our origin', { origin: 'https://login.dais.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['the client data type of a creation', { type: 'webauthn.create' }],
    ['no user verification', { isVerified: false }],
    ['no user presence', { isPresent: false }],
    ['another signature', { signature: Buffer.alloc(70, 1) }],
    ['no user handle', { userHandle: null }],
    ['another user handle', { userHandle: Buffer.alloc(32, 7).toString('base64url') }],
  ])('is rejected with %s', async (_what, forged) => {
    const { passkey } = await makePasskey(browser);
    const visitor = fresh();
    expect(await answerWith(visitor, signIn, { passkey, forged })).toMatchObject(refusal);
    expect(await emailOf(visitor)).toBeNull();
  });

  test('rejects an unknown passkey with the same message as an invalid signature', async () => {
    const { passkey } = createPasskey(await creationOptions(), { origin });
    expect(await answerWith(fresh(), signIn, { passkey })).toMatchObject(refusal);
  });

  test('is rejected after the passkey was removed, which also ends its sessions', async () => {
    const { passkey, id } = await makePasskey(browser);
    const visitor = fresh();
    await answerWith(visitor, signIn, { passkey });
    expect(await emailOf(visitor)).toBe(member.email);
    await remove(id);
    expect(await Promise.all([visitor, browser].map(emailOf))).toEqual([null, member.email]);
    expect(await answerWith(fresh(), signIn, { passkey })).toMatchObject(refusal);
  });

  test('accepts a signature only once, within five minutes, and from the browser that requested the challenge', async () => {
    const { passkey } = await makePasskey(browser);
    const visitor = fresh();
    const signed = passkey.sign(await optionsFor(visitor, signIn));
    expect(await fresh().post(signIn, { signed })).toMatchObject(refusal);
    const copy = visitor.copy();
    expect((await visitor.post(signIn, { signed })).json).toEqual({ url: '/home' });
    expect(await copy.post(signIn, { signed })).toMatchObject(refusal);

    const late = fresh();
    const old = await optionsFor(late, signIn);
    server.context.clock.advance({ minutes: 6 });
    expect(await late.post(signIn, { signed: passkey.sign(old) })).toMatchObject(refusal);
    await sweepExpiredJob(server.context).handle({}, { attempt: 1, isLast: false });
    const expired = 'select from passkey_challenges where expires_at < $1';
    expect(await rows(expired, [server.context.clock.now()])).toEqual([]);
  });

  test('succeeds for only one of ten simultaneous requests with the same signature', async () => {
    const { passkey } = await makePasskey(browser);
    const visitor = fresh();
    const signed = passkey.sign(await optionsFor(visitor, signIn));
    const answers = await tenAtOnce(() => visitor.copy().post(signIn, { signed }));
    expect(answers.filter(({ json }) => json.url === '/home')).toHaveLength(1);
  });

  test('rejects a passkey whose counter decreased and reports it to the owner', async () => {
    const { passkey } = await makePasskey(browser, { counter: 5 });
    const cloned = passkey.copy();
    await answerWith(fresh(), signIn, { passkey });
    const before = await mails();
    const visitor = fresh();
    expect(await answerWith(visitor, signIn, { passkey: cloned })).toMatchObject(refusal);
    expect(await emailOf(visitor)).toBeNull();
    expect([(await logOf(member)).at(-1), await mails()]).toEqual(['passkey.refused', before + 1]);
    expect(await answerWith(visitor, signIn, { passkey, forged: { counter: 0 } })).toMatchObject(refusal);
  });

  test('succeeds repeatedly if the passkey has no counter', async () => {
    const { passkey } = await makePasskey(browser, { counter: 0, isBackedUp: true });
    for (const _ of [1, 2]) expect((await answerWith(fresh(), signIn, { passkey })).json.url).toBe('/home');
  });

  test('rejects a disabled user with 403', async () => {
    const { passkey } = await makePasskey(browser);
    await rows('update users set disabled_at = now() where id = $1', [member.userId]);
    const visitor = fresh();
    expect((await answerWith(visitor, signIn, { passkey })).status).toBe(403);
    expect(await emailOf(visitor)).toBeNull();
  });

  test('allows sixty challenges per network and reserves half of them for users who press the passkey button', async () => {
    const from = '203.0.113.10';
    const page = fresh({ from });
    const options = async (body = {}) => (await page.post(`${signIn}/options`, body)).status;
    const statuses = [];
    for (let tries = 0; tries < 70; tries += 1) statuses.push(await options({ unasked: true }));
    expect(statuses).toEqual([...Array(30).fill(200), ...Array(40).fill(429)]);
    const { passkey } = await makePasskey(browser);
    for (let presses = 0; presses < 29; presses += 1) expect(await options()).toBe(200);
    for (let presses = 0; presses < 5; presses += 1) {
      expect((await answerWith(fresh({ from }), signIn, { passkey })).json).toEqual({ url: '/home' });
    }
    expect(await options()).toBe(200);
    expect((await fresh({ from }).post(`${signIn}/options`)).status).toBe(429);
  });

  test('counts a challenge against the network’s limit if the signature is wrong', async () => {
    const { passkey } = await makePasskey(browser);
    const thief = fresh({ from: '203.0.113.11' });
    for (let tries = 0; tries < 60; tries += 1) {
      await answerWith(thief, signIn, { passkey, forged: { isVerified: false } });
    }
    expect((await thief.post(`${signIn}/options`)).status).toBe(429);
  });
});

describe('a passkey as the second factor', () => {
  const path = '/two-factor-challenge/passkey';

  async function pending(): Promise<JarClient> {
    const visitor = fresh();
    const answer = await visitor.post('/login', { email: member.email, password, next: '/library' });
    expect(answer.json).toEqual({ two_factor: true });
    return visitor;
  }

  test('finishes the sign-in, and a recovery code can be used instead', async () => {
    const { passkey, answer } = await makePasskey(browser);
    const one = await pending();
    const factors = (await one.call('GET', '/ajax/two-factor/challenge')).json.data;
    expect(factors).toMatchObject({ app: false, passkey: true });
    expect((await answerWith(one, path, { passkey })).json).toEqual({ url: '/library' });
    expect(await emailOf(one)).toBe(member.email);
    const [code] = answer.json.data.recovery_codes;
    const byCode = await (await pending()).post('/two-factor-challenge', { recovery_code: code });
    expect(byCode.json).toEqual({ url: '/library' });
  });

  test('is rejected if it belongs to another user', async () => {
    await makePasskey(browser);
    const { passkey } = await makePasskey(await someoneElse());
    const visitor = await pending();
    expect(await answerWith(visitor, path, { passkey })).toMatchObject(refusal);
    expect(await emailOf(visitor)).toBeNull();
  });

  test('leaves the sign-in pending if its signature is rejected, and can finish a sign-in only once', async () => {
    const { passkey } = await makePasskey(browser);
    const visitor = await pending();
    expect(await answerWith(visitor, path, { passkey, forged: { isVerified: false } })).toMatchObject(refusal);
    const crossed = passkey.sign(await optionsFor(visitor, signIn));
    expect(await visitor.post(path, { signed: crossed })).toMatchObject(refusal);
    const options = await optionsFor(visitor, path);
    const late = visitor.copy();
    expect((await visitor.post(path, { signed: passkey.sign(options) })).json).toEqual({ url: '/library' });
    expect((await late.post(`${path}/options`)).status).toBe(419);
    expect((await fresh().post(path, { signed: passkey.sign(options) })).status).toBe(419);
  });
});

describe('confirming a session with a passkey', () => {
  const path = '/user/confirm-passkey';
  const optionsStatus = async () => (await browser.post('/ajax/passkeys/options')).status;

  test('replaces the password confirmation and gives the session a new token', async () => {
    const { passkey } = await makePasskey(browser);
    server.context.clock.advance({ minutes: 181 });
    const before = browser.cookie('__Host-dais_session');
    expect(await optionsStatus()).toBe(423);
    expect((await answerWith(browser, path, { passkey })).status).toBe(201);
    expect(browser.cookie('__Host-dais_session')).not.toBe(before);
    expect(await optionsStatus()).toBe(200);
  });

  test('is rejected if the passkey belongs to another user', async () => {
    const { passkey } = await makePasskey(await someoneElse());
    server.context.clock.advance({ minutes: 181 });
    expect(await answerWith(browser, path, { passkey })).toMatchObject(refusal);
    expect(await optionsStatus()).toBe(423);
  });
});
