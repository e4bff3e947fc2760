import { expect, test } from 'vitest';
import { hashPassword, isPasswordOf } from './passwords.ts';

test('a password is stored as salted Argon2id with at least 19 MiB and two passes', async () => {
  const [one, other] = [await hashPassword('correct horse battery'), await hashPassword('correct horse battery')];
  const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(one) ?? [];
  expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
  expect(Number(time)).toBeGreaterThanOrEqual(2);
  expect(one).not.toBe(other);
});

test('a password is compared exactly as typed', async () => {
  const long = `${' a Long Password '.repeat(5)}!`;
  const hash = await hashPassword(long);
  expect(await isPasswordOf(hash, long)).toBe(true);
  for (const other of [long.trim(), long.toLowerCase(), long.slice(0, -1), `${long} `]) {
    expect.soft(await isPasswordOf(hash, other), other).toBe(false);
  }
});

test('a password for a missing account never matches', async () => {
  expect(await isPasswordOf(null, 'nobody has this password')).toBe(false);
});
