import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { password, signInStage } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});
afterEach(() => void vi.restoreAllMocks());

const server = testApp();

async function workOf(email: string, given = 'not the password') {
  vi.mocked(verify).mockClear();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const { status, text } = await server.stranger().post('/login', { email, password: given });
  const statements = query.mock.calls.map(([first]) =>
    typeof first === 'string' ? first : (first as { text: string }).text,
  );
  query.mockRestore();
  return { status, text, statements, hashed: vi.mocked(verify).mock.calls.length };
}

test('an unknown address and a wrong password get the same response after the same work', async () => {
  const { email } = await signInStage(server).makePerson();
  await workOf('warms@example.org', 'up the connection');
  const [unknown, wrong] = [await workOf('nobody@example.org', password), await workOf(email)];
  expect(wrong.statements.length).toBeGreaterThan(2);
  expect(wrong).toMatchObject({ status: 422, hashed: 1 });
  expect(unknown).toEqual(wrong);
});
