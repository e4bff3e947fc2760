import { expect, test } from 'vitest';
import { confirmationError, invitationLoginErrors, newAccountPasswordErrors, passwordError } from './password-rules.ts';

const ofLength = (length: number): string => 'x'.repeat(length);

test.each([
  [0, 'password must be greater than 10 characters'],
  [9, 'password must be greater than 10 characters'],
  [10, null],
  [90, null],
  [91, 'password must be less than 90 characters'],
])('validating a password of %i characters returns %j', (length, message) => {
  expect([passwordError(ofLength(length)), passwordError('😀'.repeat(length))]).toEqual([message, message]);
});

test('the password of a new account must have 10 to 90 characters and be typed twice', () => {
  const errors = (password: string, confirmation = password) => newAccountPasswordErrors({ password, confirmation });
  expect(errors(ofLength(9)).password).toBe('Password must be at least 10 characters long');
  expect(errors(ofLength(10))).toEqual({ password: null, confirmation: null });
  expect(errors(ofLength(91)).password).toBe('password must be less than 90 characters');
  expect(confirmationError({ password: 'a ', confirmation: 'a' })).toBe('The passwords need to match');
  expect(invitationLoginErrors({ email: 'a@b.org', password: 'x' })).toEqual({ email: null, password: null });
});
