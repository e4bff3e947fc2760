import { describe, expect, test } from 'vitest';
import {
  duplicateErrors,
  emailError,
  firstError,
  maxLengthError,
  minLengthError,
  normaliseEmail,
  requiredError,
} from './validation.ts';

describe('required', () => {
  test('S5.1 a missing string, array or object list asks for one', () => {
    for (const missing of ['', '   ', '\u00a0\n', [], {}, null, undefined]) {
      expect(requiredError(missing)).toBe('This field is required.');
    }
  });
  test('zero, false, dates and anything filled are there', () => {
    for (const value of ['a', 0, false, [0], { a: 1 }, new Date(0)]) expect(requiredError(value)).toBeNull();
  });
});

describe('lengths', () => {
  test('S5.2 too short says the minimum', () => {
    expect(minLengthError('ab', 3)).toBe('This field must contain at least 3 characters');
    expect(minLengthError('abc', 3)).toBeNull();
    expect(minLengthError('', 3)).toBeNull();
  });
  test('S5.3 too long says the maximum', () => {
    expect(maxLengthError('abcd', 3)).toBe('This field must be shorter than 3 characters');
    expect(maxLengthError('abc', 3)).toBeNull();
  });
  test('an emoji is one character', () => {
    expect(maxLengthError('😀😀😀', 3)).toBeNull();
    expect(minLengthError('😀😀', 3)).not.toBeNull();
  });
});

test('S5.8 every repetition among listed items is marked', () => {
  const message = 'This field cannot be a duplicate';
  expect(duplicateErrors(['Mobile', 'Work', ' mobile ', '', '', 'WORK'])).toEqual([
    null,
    null,
    message,
    null,
    null,
    message,
  ]);
});

describe('email', () => {
  const message = 'This field must be in email format';
  test('S5.10 what is no address is refused, empty is allowed', () => {
    const bad = [
      'a',
      'a@b',
      '@b.org',
      'a@.org',
      'a@b..org',
      'a..b@c.org',
      '.a@b.org',
      'a b@c.org',
      'a@b.org, c@d.org',
      'a@b.org\r\nBcc: x@y.org',
      'Ann <a@b.org>',
      'a@127.0.0.1',
      'a@[127.0.0.1]',
      'a@-b.org',
      `${'a'.repeat(65)}@b.org`,
      `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}.org`,
    ];
    for (const address of bad) expect([address, emailError(address)]).toEqual([address, message]);
    expect(emailError('')).toBeNull();
  });
  test('ordinary addresses pass', () => {
    for (const address of ["o'neil@b.org", 'a.b+c@d-e.co.uk', ' a@b.org ', 'A@B.ORG', 'a@xn--bcher-kva.example']) {
      expect([address, emailError(address)]).toEqual([address, null]);
    }
    expect(normaliseEmail(' A@B.Org ')).toBe('a@b.org');
  });
  test('a long hostile text is judged at once', () => {
    expect(emailError(`${'a.'.repeat(50_000)}@${'a-'.repeat(50_000)}`)).toBe(message);
  });
});

test('the first complaint is the one shown', () => {
  expect(firstError(null, 'a', 'b')).toBe('a');
  expect(firstError(null, null)).toBeNull();
});
