import { expect, test } from 'vitest';
import { makeMember, makeUser } from '#tests/support/factories.ts';
import { jarClient } from '#tests/support/jar-client.ts';
import { leaveOneTry } from '#tests/support/leave-one-try.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp({ TRUST_PROXY: '127.0.0.1' });
const password = 'correct horse battery';

test('guessing in one open session runs out over all networks, and signing in anew has all tries again', async () => {
  const user = await makeUser(server.context, { password });
  const member = await makeMember(server.context, { user });
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

test('guessing in an open session from one network runs out sooner', async () => {
  const user = await makeUser(server.context, { password });
  const client = await server.signIn(await makeMember(server.context, { user }));
  const from = { 'x-forwarded-for': '203.0.113.99' };
  const guess = async () => (await client.post('/user/confirm-password', { password: 'a guess' }, from)).status;
  await server.context.pool.query('delete from rate_limits');
  expect(await guess()).toBe(422);
  await leaveOneTry(server.context, { name: 'confirm-password', points: 10 });
  expect([await guess(), await guess()]).toEqual([422, 429]);
});

test('M9 somebody who guesses in another session at the same address does not keep the owner’s browser from confirming', async () => {
  await server.context.pool.query('delete from rate_limits');
  const user = await makeUser(server.context, { password });
  await makeMember(server.context, { user });
  const owner = jarClient(server.app, { from: '192.0.2.20' });
  await owner.post('/login', { email: user.email, password });
  const session = owner.cookie('__Host-dais_session') ?? '';
  const thief = jarClient(server.app, { from: '192.0.2.20', cookies: { '__Host-dais_session': session } });
  const guess = () => thief.post('/user/confirm-password', { password: 'a guess' });
  for (let nth = 0; nth < 10; nth += 1) expect((await guess()).status).toBe(422);
  const limited = await guess();
  expect(limited.status).toBe(429);
  expect(limited.retryAfter).toBeGreaterThan(0);
  expect((await owner.post('/user/confirm-password', { password })).status).toBe(201);
});
