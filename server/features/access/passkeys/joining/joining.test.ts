import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { peopleMessages } from '#domain/messages/people.ts';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { type Creating, createPasskey } from '#tests/support/authenticator.ts';
import { makeBoard, makeMember, makeUser } from '#tests/support/factories.ts';
import { type JarClient, jarClient } from '#tests/support/jar-client.ts';
import { answerWith, origin } from '#tests/support/passkeys.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const options = '/ajax/invitations/passkey/options';

beforeEach(() => server.context.pool.query('delete from rate_limits'));

/** Returns the secret from the mail. */
async function invite(email = `pia-${randomUUID()}@example.org`) {
  const board = await makeBoard(server.context);
  const admin = await server.signIn(await makeMember(server.context, { board, isBoardAdmin: true }));
  const invited = await admin.post('/ajax/people', { first_name: 'Pia', last_name: 'Vogt', email });
  expect(invited.status).toBe(200);
  await server.context.runJobs();
  const mail = server.context.sent.findLast(({ to }) => to.address === email);
  return { email, uuid: /\/inv\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' };
}

async function create(browser: JarClient, uuid: string, forged: Creating = {}) {
  const begun = await browser.post(options, { invitation_id: uuid });
  return createPasskey(begun.json.data.options, { origin, ...forged });
}
const joinBy = (browser: JarClient, uuid: string, made: object) =>
  browser.post('/ajax/invitations/passkey', { invitation_id: uuid, name: 'Phone', made });
const emailOf = async (browser: JarClient): Promise<string | null> =>
  (await browser.call('GET', '/ajax/start')).json.data.user?.email ?? null;
const rows = (sql: string, values: readonly unknown[] = []) =>
  asSuperuser(server.context, async (client) => (await client.query(sql, [...values])).rows);

test('an invitation makes an account without a password, which its passkey signs in to', async () => {
  const { email, uuid } = await invite();
  const browser = jarClient(server.app);
  const { made, passkey } = await create(browser, uuid);
  const { json } = await joinBy(browser, uuid, made);
  expect(json.data.url).toMatch(/^\/people\/edit\/[\w-]+\?profileSetup=1$/);
  expect(await emailOf(browser)).toBe(email);
  const [user] = await rows('select id, password_hash, password_given_up_at from users where email = $1', [email]);
  expect(user).toMatchObject({ password_hash: null, password_given_up_at: server.context.clock.now() });
  expect(await rows('select begun_by, strength from sessions where user_id = $1', [user.id])).toEqual([
    { begun_by: 'passkey', strength: 2 },
  ]);
  const elsewhere = jarClient(server.app);
  expect((await answerWith(elsewhere, '/sign-in/passkey', { passkey })).json.url).toBe('/home');
  expect(await emailOf(elsewhere)).toBe(email);
  const [own] = (await browser.call('GET', '/ajax/passkeys')).json.data.passkeys;
  await answerWith(browser, '/user/confirm-passkey', { passkey });
  expect((await browser.call('DELETE', `/ajax/passkeys/${own.id}`)).json.msg).toBe(
    'This is your only way to sign in. Add another one first.',
  );
});

test('no recovery codes are kept for it, since none would open anything, until it has a password', async () => {
  const { uuid } = await invite();
  const browser = jarClient(server.app);
  const { made, passkey } = await create(browser, uuid);
  await joinBy(browser, uuid, made);
  const state = async () => (await browser.call('GET', '/ajax/two-factor')).json.data;
  expect(await state()).toMatchObject({ recovery_codes_left: 0, codes_follow: null });
  await answerWith(browser, '/user/confirm-passkey', { passkey });
  await browser.post('/ajax/account/password/new', { password: 'another long sentence' });
  expect((await state()).codes_follow).toBe('password');
});

test('of ten who race with one invitation, one joins', async () => {
  const { email, uuid } = await invite();
  const racers = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const browser = jarClient(server.app);
      return { browser, ...(await create(browser, uuid)) };
    }),
  );
  const answers = await Promise.all(racers.map(({ browser, made }) => joinBy(browser, uuid, made)));
  expect(answers.filter(({ json }) => json.status === 'success')).toHaveLength(1);
  const [user] = await rows('select id from users where email = $1', [email]);
  expect(await rows('select from passkeys where user_id = $1', [user.id])).toHaveLength(1);
});

test('what opens nothing any more, or is for an account that is there, begins nothing', async () => {
  const begin = async (uuid: string) => (await jarClient(server.app).post(options, { invitation_id: uuid })).json.msg;
  expect(await begin('never-sent-to-anybody-at-all')).toBe(peopleMessages.invitationSpent);
  const user = await makeUser(server.context);
  expect(await begin((await invite(user.email)).uuid)).toBe(peopleMessages.accountExists);
  const { uuid } = await invite();
  server.context.clock.advance({ minutes: 14 * 24 * 60 + 1 });
  expect(await begin(uuid)).toBe(peopleMessages.invitationSpent);
});

test.each<readonly [string, Creating]>([
  ['another origin', { origin: 'https://dais.example.evil' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['nobody verified', { isVerified: false }],
  ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
])('a passkey made for %s is refused, and the invitation stays open', async (_name, forged) => {
  const { email, uuid } = await invite();
  const browser = jarClient(server.app);
  const { made } = await create(browser, uuid, forged);
  expect((await joinBy(browser, uuid, made)).json.msg).toBe('That passkey did not work here. Try another way.');
  expect(await rows('select from users where email = $1', [email])).toEqual([]);
  const again = await create(browser, uuid);
  expect((await joinBy(browser, uuid, again.made)).json.status).toBe('success');
});

test('a challenge is spent once, by the browser that got it, and for joining alone', async () => {
  const { uuid } = await invite();
  const browser = jarClient(server.app);
  const { made } = await create(browser, uuid);
  const thief = jarClient(server.app);
  expect((await joinBy(thief, uuid, made)).json.status).toBe('error');
  const signIn = (await browser.post('/sign-in/passkey/options')).json.options;
  const begun = (await browser.post(options, { invitation_id: uuid })).json.data.options;
  const crossed = createPasskey({ ...begun, challenge: signIn.challenge }, { origin });
  expect((await joinBy(browser, uuid, crossed.made)).json.status).toBe('error');
});
