import { expect, test } from 'vitest';
import { createSecrets, hashToken, randomToken, sameText } from './secrets.ts';

const secrets = createSecrets('a key that only this test knows, and nobody else');

test('a sealed value can be opened only if it is unchanged, and only for its purpose', () => {
  const sealed = secrets.seal('mail', 'token');
  expect(sealed.toString('latin1')).not.toContain('token');
  expect(secrets.unseal('mail', sealed)).toBe('token');
  expect(() => secrets.unseal('other', sealed)).toThrow();
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  expect(() => secrets.unseal('mail', sealed)).toThrow();
});

test('derived secrets differ by purpose, value and key', () => {
  const one = secrets.derive('magic', 'meeting:1');
  expect(one).toHaveLength(32);
  expect(one.equals(secrets.derive('magic', 'meeting:1'))).toBe(true);
  expect(one.equals(secrets.derive('csrf', 'meeting:1'))).toBe(false);
  expect(one.equals(secrets.derive('magic', 'meeting:2'))).toBe(false);
  expect(one.equals(createSecrets('another installation with another key').derive('magic', 'meeting:1'))).toBe(false);
});

test('tokens and their hashes are 256 bits long', () => {
  const token = randomToken();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(hashToken(token)).toHaveLength(32);
  expect(sameText(token, token)).toBe(true);
  expect(sameText(token, randomToken())).toBe(false);
});
