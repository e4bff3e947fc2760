import { expect, test } from 'vitest';
import { jarClient } from '#tests/support/jar-client.ts';
import { password, signInStage } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp({ TRUST_PROXY: '127.0.0.1' });
const { rows, makePerson, browserOf, expectLimit, forgetTries } = signInStage(server);

test('password guesses in one session are limited across networks, and a new sign-in resets the limit', async () => {
  const member = await makePerson();
  const client = await server.signIn(member);
  const guess = async (nth: number) => {
    const from = { 'x-forwarded-for': `203.0.113.${nth}` };
    return (await client.post('/user/confirm-password', { password: `guess ${nth}` }, from)).status;
  };
  const statuses: number[] = [];
  for (let nth = 1; nth <= 32; nth += 1) statuses.push(await guess(nth));
  expect(statuses).toEqual([...Array(30).fill(422), 429, 429]);
  const again = await server.signIn(member);
  expect((await again.post('/user/confirm-password', { password })).status).toBe(201);
});

test('password guesses from one network have a stricter limit, which does not block the owner’s browser on that network', async () => {
  await forgetTries();
  const owner = await browserOf(await makePerson(), { from: '192.0.2.20' });
  const stolen = { cookies: { '__Host-dais_session': owner.cookie('__Host-dais_session') ?? '' } };
  const thief = jarClient(server.app, { from: '192.0.2.20', ...stolen });
  const guess = () => thief.post('/user/confirm-password', { password: 'a guess' });
  const { retryAfter } = await expectLimit({ name: 'confirm-password', points: 10 }, guess);
  expect(retryAfter).toBeGreaterThan(0);
  expect((await owner.post('/user/confirm-password', { password })).status).toBe(201);
});

test('confirming a password for an account without one gets the same response as a wrong password', async () => {
  await forgetTries();
  const member = await makePerson();
  const client = await server.signIn(member);
  for (const hash of [null, 'no password']) {
    await rows('update users set password_hash = $2 where id = $1', [member.userId, hash]);
    const answer = await client.post('/user/confirm-password', { password });
    expect([answer.status, answer.json.errors]).toEqual([422, {}]);
  }
});
