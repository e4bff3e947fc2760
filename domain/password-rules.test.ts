import { describe, expect, test } from 'vitest';
import { confirmationError, invitationLoginErrors, newAccountPasswordErrors, passwordError } from './password-rules.ts';

const ofLength = (length: number): string => 'x'.repeat(length);

describe('setting a password', () => {
  test('S5.11 under 10 characters is too short', () => {
    expect(passwordError(ofLength(9))).toBe('password must be greater than 10 characters');
    expect(passwordError('')).toBe('password must be greater than 10 characters');
  });
  test('S5.12 over 90 characters is too long', () => {
    expect(passwordError(ofLength(91))).toBe('password must be less than 90 characters');
  });
  test('S9.1 10 and 90 characters pass', () => {
    expect(passwordError(ofLength(10))).toBeNull();
    expect(passwordError(ofLength(90))).toBeNull();
    expect(passwordError('😀'.repeat(90))).toBeNull();
  });
});

describe('account creation', () => {
  const errors = (password: string, confirmation = password) => newAccountPasswordErrors({ password, confirmation });
  test('S5.13 under 10 characters has its own message', () => {
    expect(errors(ofLength(9)).password).toBe('Password must be at least 10 characters long');
    expect(errors(ofLength(10))).toEqual({ password: null, confirmation: null });
    expect(errors(ofLength(91)).password).toBe('password must be less than 90 characters');
  });
  test('S5.14 an empty confirmation is required', () => {
    expect(errors(ofLength(10), '').confirmation).toBe('This field is required.');
  });
  test('S5.15 two passwords that differ need to match', () => {
    expect(errors(ofLength(10), ofLength(11)).confirmation).toBe('The passwords need to match');
    expect(confirmationError({ password: 'a ', confirmation: 'a' })).toBe('The passwords need to match');
  });
});

test('S5.20 logging in to an invitation requires email and password', () => {
  const required = 'This field is required.';
  expect(invitationLoginErrors({ email: '', password: '' })).toEqual({ email: required, password: required });
  expect(invitationLoginErrors({ email: 'a@b.org', password: 'x' })).toEqual({ email: null, password: null });
});
