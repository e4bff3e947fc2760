import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { peopleMessages } from '#domain/messages/people.ts';
import { type Creating, createPasskey } from '#tests/support/authenticator.ts';
import { type JarClient, jarClient } from '#tests/support/jar-client.ts';
import { answerWith, optionsFor, origin } from '#tests/support/passkeys.ts';
import { emailOf, signInStage, successes, tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { rows, forgetTries, secretTo } = signInStage(server);
const path = '/ajax/invitations/passkey';
let email: string;
let uuid: string;
let browser: JarClient;

async function invite(to: string): Promise<string> {
  const admin = await server.signIn(await server.make.member({ isBoardAdmin: true }));
  const invited = await admin.post('/ajax/people', { first_name: 'Pia', last_name: 'Vogt', email: to });
  expect(invited.status).toBe(200);
  return secretTo(to);
}

beforeEach(async () => {
  await forgetTries();
  email = `pia-${randomUUID()}@example.org`;
  uuid = await invite(email);
  browser = jarClient(server.app);
});

const optionsOf = async (by = browser) => (await by.post(`${path}/options`, { invitation_id: uuid })).json.data.options;
const create = async (forged: Creating = {}, by = browser) => createPasskey(await optionsOf(by), { origin, ...forged });
const joinBy = (made: object, by = browser) => by.post(path, { invitation_id: uuid, name: 'Phone', made });
const usersInvited = () => rows('select id, password_hash, password_given_up_at from users where email = $1', [email]);

test('an invited person can create an account with a passkey and no password', async () => {
  const { made, passkey } = await create();
  expect((await joinBy(made)).json.data.url).toMatch(/^\/people\/edit\/[\w-]+\?profileSetup=1$/);
  expect(await emailOf(browser)).toBe(email);
  const [user] = await usersInvited();
  expect(user).toMatchObject({ password_hash: null, password_given_up_at: server.context.clock.now() });
  expect(await rows('select begun_by, strength from sessions where user_id = $1', [user.id])).toEqual([
    { begun_by: 'passkey', strength: 2 },
  ]);
  const elsewhere = jarClient(server.app);
  expect((await answerWith(elsewhere, '/sign-in/passkey', { passkey })).json.url).toBe('/home');
  expect(await emailOf(elsewhere)).toBe(email);
  const [own] = (await browser.call('GET', '/ajax/passkeys')).json.data.passkeys;
  const codes = async () => (await browser.call('GET', '/ajax/two-factor')).json.data;
  expect(await codes()).toMatchObject({ recovery_codes_left: 0, codes_follow: null });
  await answerWith(browser, '/user/confirm-passkey', { passkey });
  expect((await browser.call('DELETE', `/ajax/passkeys/${own.id}`)).json.msg).toBe(
    'This is your only way to sign in. Add another one first.',
  );
  await browser.post('/ajax/account/password/new', { password: 'another long sentence' });
  expect((await codes()).codes_follow).toBe('password');
});

test('only one of ten simultaneous redemptions of an invitation succeeds', async () => {
  const racers = await tenAtOnce(async () => {
    const by = jarClient(server.app);
    return { by, made: (await create({}, by)).made };
  });
  const answers = await Promise.all(racers.map(({ by, made }) => joinBy(made, by)));
  expect(successes(answers)).toHaveLength(1);
  const [user] = await usersInvited();
  expect(await rows('select from passkeys where user_id = $1', [user.id])).toHaveLength(1);
});

test('an invitation that is unknown, expired or for an existing account cannot be redeemed with a passkey', async () => {
  const begin = async (secret: string) => (await browser.post(`${path}/options`, { invitation_id: secret })).json.msg;
  expect(await begin('never-sent-to-anybody-at-all')).toBe(peopleMessages.invitationSpent);
  expect(await begin(await invite((await server.make.user()).email))).toBe(peopleMessages.accountExists);
  server.context.clock.advance({ minutes: 14 * 24 * 60 + 1 });
  expect(await begin(uuid)).toBe(peopleMessages.invitationSpent);
});

test('a passkey made for another origin is rejected, and the invitation can still be used', async () => {
  const { made } = await create({ origin: 'https://dais.example.evil' });
  expect((await joinBy(made)).json.msg).toBe('That passkey did not work here. Try another way.');
  expect(await usersInvited()).toEqual([]);
  expect((await joinBy((await create()).made)).json.status).toBe('success');
});

test('joining with a passkey requires a challenge that was issued to the same browser for joining', async () => {
  const { made } = await create();
  expect((await joinBy(made, jarClient(server.app))).json.status).toBe('error');
  const { challenge } = await optionsFor(browser, '/sign-in/passkey');
  const crossed = createPasskey({ ...(await optionsOf()), challenge }, { origin });
  expect((await joinBy(crossed.made)).json.status).toBe('error');
});
