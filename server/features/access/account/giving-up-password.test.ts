import { beforeEach, expect, test } from 'vitest';
import { withUserScope } from '#server/db/user-scope.ts';
import { resetTwoFactor } from '#server/features/access/two-factor/commands.ts';
import { type MadeMember, makeMember, makeUser } from '#tests/support/factories.ts';
import { type JarClient, jarClient } from '#tests/support/jar-client.ts';
import { answerWith, makePasskey } from '#tests/support/passkeys.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const password = 'correct horse battery';
const onlyWayIn = { status: 'error', msg: 'This is your only way to sign in. Add another one first.' };
let member: MadeMember;
let browser: JarClient;

beforeEach(async () => {
  await server.context.pool.query('delete from rate_limits');
  member = await makeMember(server.context, { user: await makeUser(server.context, { password }) });
  browser = jarClient(server.app);
  await browser.post('/login', { email: member.email, password });
  await browser.post('/user/confirm-password', { password });
});

const remove = async () => (await browser.call('DELETE', '/ajax/account/password')).json;
const account = async () => (await browser.call('GET', '/ajax/account')).json.data.account;
const signIn = async (given = password) =>
  (await jarClient(server.app).post('/login', { email: member.email, password: given })).status;
const mailsTo = async () => {
  await server.context.runJobs();
  return server.context.sent.filter(({ to }) => to.address === member.email);
};
const askForReset = async () => {
  expect((await jarClient(server.app).post('/ajax/password/forgot', { email: member.email })).status).toBe(200);
};

test('it goes with two passkeys, or one that is kept on other devices, too; with less it is the only way in', async () => {
  expect([await remove(), (await account()).can]).toEqual([onlyWayIn, { remove_password: false }]);
  await makePasskey(browser);
  expect([await remove(), (await account()).can]).toEqual([onlyWayIn, { remove_password: false }]);
  const { passkey } = await makePasskey(browser, { isBackedUp: true });
  expect(await account()).toMatchObject({ has_password: true, can: { remove_password: true } });
  expect((await remove()).status).toBe('success');
  expect(await account()).toMatchObject({ has_password: false, can: { remove_password: false } });
  expect(await signIn()).toBe(422);
  expect((await answerWith(jarClient(server.app), '/sign-in/passkey', { passkey })).json.url).toBe('/home');
  expect((await mailsTo()).map(({ subject }) => subject)).toContain('Your password was removed (Dais)');
  expect(await remove()).toEqual(onlyWayIn);
});

test('two passkeys of which none is kept elsewhere do, too', async () => {
  await makePasskey(browser, { isBackedUp: false });
  await makePasskey(browser, { isBackedUp: false, name: 'Blue key' });
  expect((await remove()).status).toBe('success');
});

test('of a removal of the password and one of the passkey that stands in for it, at once, one way in stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { answer } = await makePasskey(browser, { isBackedUp: true });
    const { id } = answer.json.data.passkey;
    const [gone, passkey] = await Promise.all([remove(), browser.call('DELETE', `/ajax/passkeys/${id}`)]);
    const outcomes = [gone.status, passkey.json.status];
    expect(outcomes.filter((outcome) => outcome === 'success')).toHaveLength(1);
    if (gone.status === 'success') {
      expect((await browser.post('/ajax/account/password/new', { password })).json.status).toBe('success');
      expect((await browser.call('DELETE', `/ajax/passkeys/${id}`)).json.status).toBe('success');
    }
  }
});

test('a link from the mailbox makes no other: it tells the owner so, and one from before opens nothing', async () => {
  await makePasskey(browser, { isBackedUp: true });
  await askForReset();
  const token = /\/reset-password\/([\w-]+)/.exec((await mailsTo()).map(({ text }) => text).join(' '))?.[1] ?? '';
  expect((await remove()).status).toBe('success');
  const stranger = jarClient(server.app);
  expect((await stranger.post(`/ajax/password/reset/${token}`, { password: 'another long sentence' })).status).toBe(
    404,
  );
  await askForReset();
  const last = (await mailsTo()).at(-1);
  expect(last?.subject).toBe('Your account has no password (Dais)');
  expect(last?.text).not.toContain('/reset-password/');
  expect(last?.text).toContain(`${server.context.config.appUrl}/recover`);
  expect(last?.text).toContain('anybody can type an address');
  expect(last?.text).not.toMatch(/given|at once/);
});

test('whoever loses the passkeys to a site admin’s reset gets in by the mailbox again', async () => {
  await makePasskey(browser, { isBackedUp: true });
  await remove();
  const admin = await makeUser(server.context);
  await withUserScope(server.context, member.userId ?? '', (scope) =>
    resetTwoFactor(scope, server.context.secrets, { byUserId: admin.id }),
  );
  await askForReset();
  const token = /\/reset-password\/([\w-]+)/.exec((await mailsTo()).at(-1)?.text ?? '')?.[1] ?? '';
  const answer = await jarClient(server.app).post(`/ajax/password/reset/${token}`, {
    password: 'another long sentence',
  });
  expect(answer.json.data).toEqual({ sign_in: 'done' });
});

test('an account without a password is given one by its owner, once of ten at once, and never another', async () => {
  const set = (given: string) => browser.post('/ajax/account/password/new', { password: given });
  expect((await set('another long sentence')).json.msg).toBe(
    'Your account has a password already. Load the page again.',
  );
  await makePasskey(browser, { isBackedUp: true });
  await remove();
  expect((await set('short')).json.errors).toEqual({ password: 'password must be greater than 10 characters' });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, nth) => set(`another long sentence ${nth}`)));
  expect(answers.filter(({ json }) => json.status === 'success')).toHaveLength(1);
  const chosen = answers.findIndex(({ json }) => json.status === 'success');
  expect(await signIn(`another long sentence ${chosen}`)).toBe(200);
  expect((await mailsTo()).map(({ subject }) => subject)).toContain('Your account has a password again (Dais)');
});

test('without a password the address changes after confirming otherwise, and not before', async () => {
  const { passkey } = await makePasskey(browser, { isBackedUp: true });
  await remove();
  const other = jarClient(server.app);
  await answerWith(other, '/sign-in/passkey', { passkey });
  const wanted = `new-${member.email}`;
  const change = () =>
    other.call('PATCH', '/ajax/account', {
      ...{ first_name: member.firstName, last_name: member.lastName, email: wanted, notifications: [] },
    });
  expect((await change()).status).toBe(423);
  expect((await answerWith(other, '/user/confirm-passkey', { passkey })).status).toBeLessThan(300);
  expect((await change()).json.data.account.new_email).toBe(wanted);
  await server.context.runJobs();
  expect(server.context.sent.at(-1)?.to.address).toBe(wanted);
});
