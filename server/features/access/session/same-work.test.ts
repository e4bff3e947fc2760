import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { makeUser } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});
afterEach(() => {
  vi.restoreAllMocks();
});

const server = testApp();
const password = 'correct horse battery';

/** The statements in order, and the number of hashes. */
async function workOf(email: string, given: string) {
  vi.mocked(verify).mockClear();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const answer = await server.stranger().post('/login', { email, password: given });
  const asked = query.mock.calls.map(([first]) =>
    typeof first === 'string' ? first : (first as { text: string }).text,
  );
  query.mockRestore();
  return { status: answer.status, text: answer.text, asked, hashed: vi.mocked(verify).mock.calls.length };
}

test('an unknown address and a wrong password take the same work: the same statements, and one password hashed', async () => {
  const user = await makeUser(server.context, { password });
  await workOf('warms@example.org', 'up the connection');
  const unknown = await workOf('nobody@example.org', 'not the password');
  const wrong = await workOf(user.email, 'not the password');
  expect(wrong.asked.length).toBeGreaterThan(2);
  expect(wrong.hashed).toBe(1);
  expect(unknown).toEqual(wrong);
});
