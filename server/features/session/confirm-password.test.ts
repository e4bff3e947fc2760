import { expect, test } from 'vitest';
import { makeMember, makeUser } from '../../../tests/support/factories.ts';
import { testApp } from '../../../tests/support/test-app.ts';

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
