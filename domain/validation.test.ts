import { describe, expect, test } from 'vitest';
import { duplicateErrors, emailError, maxLengthError, normaliseEmail, requiredError } from './validation.ts';

test('empty values count as missing, but zero, false and dates do not', () => {
  for (const missing of ['', '   ', '\u00a0\n', [], {}, null, undefined]) {
    expect(requiredError(missing)).toBe('This field is required.');
  }
  for (const value of ['a', 0, false, [0], { a: 1 }, new Date(0)]) expect(requiredError(value)).toBeNull();
});

test('an emoji counts as one character', () => {
  expect(maxLengthError('abcd', 3)).toBe('This field must be shorter than 3 characters');
  for (const text of ['abc', '😀😀😀', '']) expect(maxLengthError(text, 3)).toBeNull();
});

test('every repetition of a name in a list is marked as a duplicate', () => {
  const message = 'This field cannot be a duplicate';
  const errors = duplicateErrors(['Mobile', 'Work', ' mobile ', '', '', 'WORK']);
  expect(errors).toEqual([null, null, message, null, null, message]);
});

describe('an email address', () => {
  const message = 'This field must be in email format';
  test('is rejected if its format is invalid, but not if it is empty', () => {
    const long = ['b', 'c', 'd', 'e'].map((letter) => letter.repeat(60)).join('.');
    const short = 'a a@b @b.org a@.org a@b..org a..b@c.org .a@b.org a@127.0.0.1 a@[127.0.0.1] a@-b.org'.split(' ');
    const spaced = ['a b@c.org', 'a@b.org, c@d.org', 'a@b.org\r\nBcc: x@y.org', 'Ann <a@b.org>'];
    const bad = [...short, ...spaced, `${'a'.repeat(65)}@b.org`, `a@${long}.${'f'.repeat(20)}.org`];
    for (const address of bad) expect([address, emailError(address)]).toEqual([address, message]);
    expect(emailError('')).toBeNull();
  });
  test('is accepted if its format is valid', () => {
    for (const address of ["o'neil@b.org", 'a.b+c@d-e.co.uk', ' a@b.org ', 'A@B.ORG', 'a@xn--bcher-kva.example']) {
      expect([address, emailError(address)]).toEqual([address, null]);
    }
    expect(normaliseEmail(' A@B.Org ')).toBe('a@b.org');
    // PostgreSQL's `lower()` does not use the final sigma.
    expect(normaliseEmail('ΣΟΦΟΣ@b.org')).toBe('σοφοσ@b.org');
  });
  test('has full-width letters and ligatures replaced, and is rejected if the result is invalid', () => {
    expect(normaliseEmail('ａｄａ＠ｂ.org')).toBe('ada@b.org');
    expect(normaliseEmail('oﬃce@b.org')).toBe('office@b.org');
    expect([emailError('a﹐c@b.org'), emailError('a¨@b.org')]).toEqual([message, message]);
  });
  test('is rejected quickly if it is long and malicious', () => {
    expect(emailError(`${'a.'.repeat(50_000)}@${'a-'.repeat(50_000)}`)).toBe(message);
  });
});
