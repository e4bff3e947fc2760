import { expect, test } from 'vitest';
import { jarClient } from '#tests/support/jar-client.ts';
import { answerWith, makePasskey } from '#tests/support/passkeys.ts';
import { accountStage, password, successes, tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { member, browser, resetFactors, mailsTo, subjectsTo, secretTo } = accountStage(server, { isConfirmed: true });
const onlyWayIn = { status: 'error', msg: 'This is your only way to sign in. Add another one first.' };
const newPassword = 'another long sentence';

const remove = async () => (await browser.call('DELETE', '/ajax/account/password')).json;
const account = async () => (await browser.call('GET', '/ajax/account')).json.data.account;
const signIn = async (given = password) =>
  (await jarClient(server.app).post('/login', { email: member.email, password: given })).status;
const resetBy = (token: string) =>
  jarClient(server.app).post(`/ajax/password/reset/${token}`, { password: newPassword });
const askForReset = async () => {
  expect((await jarClient(server.app).post('/ajax/password/forgot', { email: member.email })).status).toBe(200);
};

test('a password can be removed only if the account has a passkey that is synced to other devices', async () => {
  expect([await remove(), (await account()).can]).toEqual([onlyWayIn, { remove_password: false }]);
  await makePasskey(browser);
  expect([await remove(), (await account()).can]).toEqual([onlyWayIn, { remove_password: false }]);
  const { passkey } = await makePasskey(browser, { isBackedUp: true });
  expect(await account()).toMatchObject({ has_password: true, can: { remove_password: true } });
  expect((await remove()).status).toBe('success');
  expect(await account()).toMatchObject({ has_password: false, can: { remove_password: false } });
  expect(await signIn()).toBe(422);
  expect((await answerWith(jarClient(server.app), '/sign-in/passkey', { passkey })).json.url).toBe('/home');
  expect(await subjectsTo(member.email)).toContain('Your password was removed (Dais)');
  expect(await remove()).toEqual(onlyWayIn);
});

test('simultaneously removing the password and the only passkey leaves one way to sign in', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = (await makePasskey(browser, { isBackedUp: true })).answer.json.data.passkey;
    const removePasskey = async () => (await browser.call('DELETE', `/ajax/passkeys/${id}`)).json;
    const [gone, passkey] = await Promise.all([remove(), removePasskey()]);
    expect([gone.status, passkey.status].filter((status) => status === 'success')).toHaveLength(1);
    if (gone.status === 'success') {
      expect((await browser.post('/ajax/account/password/new', { password })).json.status).toBe('success');
      expect((await removePasskey()).status).toBe('success');
    }
  }
});

test('an account without a password gets an explanation instead of a reset link, and earlier links are rejected', async () => {
  await makePasskey(browser, { isBackedUp: true });
  await askForReset();
  const token = await secretTo(member.email);
  expect((await remove()).status).toBe('success');
  expect((await resetBy(token)).status).toBe(404);
  await askForReset();
  const last = (await mailsTo(member.email)).at(-1);
  expect(last?.subject).toBe('Your account has no password (Dais)');
  expect(last?.text).not.toContain('/reset-password/');
  expect(last?.text).toContain('ask a site admin of this portal to reset your sign-in');
  expect(last?.text).toContain('Anybody who knows your email address');
});

test('an account without a password can set one through an emailed link after its passkeys were reset', async () => {
  await makePasskey(browser, { isBackedUp: true });
  await remove();
  await resetFactors();
  await askForReset();
  expect((await resetBy(await secretTo(member.email))).json.data).toEqual({ sign_in: 'done' });
});

test('an account without a password accepts only one of ten simultaneous requests to set one', async () => {
  const set = (given: string) => browser.post('/ajax/account/password/new', { password: given });
  expect((await set(newPassword)).json.msg).toBe('Your account already has a password. Reload the page.');
  await makePasskey(browser, { isBackedUp: true });
  await remove();
  expect((await set('short')).json.errors).toEqual({ password: 'password must be greater than 10 characters' });
  const answers = await tenAtOnce((nth) => set(`${newPassword} ${nth}`));
  expect(successes(answers)).toHaveLength(1);
  const chosen = answers.findIndex(({ json }) => json.status === 'success');
  expect(await signIn(`${newPassword} ${chosen}`)).toBe(200);
  expect(await subjectsTo(member.email)).toContain('Your account has a password again (Dais)');
});

test('an account without a password can change its email address only after confirming with a passkey', async () => {
  const { passkey } = await makePasskey(browser, { isBackedUp: true });
  await remove();
  const other = jarClient(server.app);
  await answerWith(other, '/sign-in/passkey', { passkey });
  const wanted = `new-${member.email}`;
  const body = { first_name: member.firstName, last_name: member.lastName, email: wanted, notifications: [] };
  const change = () => other.call('PATCH', '/ajax/account', body);
  expect((await change()).status).toBe(423);
  expect((await answerWith(other, '/user/confirm-passkey', { passkey })).status).toBeLessThan(300);
  expect((await change()).json.data.account.new_email).toBe(wanted);
  expect(await mailsTo(wanted)).toHaveLength(1);
});
