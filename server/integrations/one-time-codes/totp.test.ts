import { Secret } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { newSecret, otpauthUrl, stepOfCode } from './totp.ts';

const secret = Secret.fromUTF8('12345678901234567890').base32;
const at = (seconds: number): Date => new Date(seconds * 1000);

const vectors: readonly (readonly [seconds: number, step: number, code: string])[] = [
  [59, 0x1, '287082'],
  [1111111109, 0x23523ec, '081804'],
  [1111111111, 0x23523ed, '050471'],
  [1234567890, 0x273ef07, '005924'],
  [2000000000, 0x3f940aa, '279037'],
  [20000000000, 0x27bc86aa, '353130'],
];

test.each(vectors)('RFC 6238: at %i seconds, in step %i, the code is %s', (seconds, step, code) => {
  expect(stepOfCode(secret, code, at(seconds))).toBe(step);
});

describe('a one-time code', () => {
  test('is accepted at most one time step early or late', () => {
    const [seconds, step, code] = [1234567890, 0x273ef07, '005924'];
    expect(stepOfCode(secret, code, at(seconds - 30))).toBe(step);
    expect(stepOfCode(secret, code, at(seconds + 30))).toBe(step);
    expect(stepOfCode(secret, code, at(seconds - 60))).toBeNull();
    expect(stepOfCode(secret, code, at(seconds + 60))).toBeNull();
  });

  test('matches no time step if it is wrong', () => {
    expect(stepOfCode(secret, '000000', at(1234567890))).toBeNull();
    expect(stepOfCode(newSecret(), '005924', at(1234567890))).toBeNull();
  });
});

test('a TOTP secret is 160 bits long and unique', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(newSecret());
});

test('the otpauth URL names the product and the account', () => {
  const url = new URL(otpauthUrl(secret, { issuer: 'Dais', account: 'ada@example.org' }));
  expect(url.protocol).toBe('otpauth:');
  expect(url.host).toBe('totp');
  expect(decodeURIComponent(url.pathname)).toBe('/Dais:ada@example.org');
  const given = { secret, issuer: 'Dais', algorithm: 'SHA1', digits: '6', period: '30' };
  expect(Object.fromEntries(url.searchParams)).toEqual(given);
});
