import { expect, test } from 'vitest';
import { errorOfStatus, networkError, refusal } from '#web/api/call-error.ts';
import { emptyCredential, signInError } from './sign-in-errors.ts';
import { suspendedBoard } from './suspended-page.tsx';

test('a failed login shows its status code or the message of the rejection', () => {
  const errors = [errorOfStatus(429, 'POST', {}), networkError('POST', null)].map(signInError);
  expect(errors).toEqual([429, 'network'].map((each) => `Something went wrong, HTTP Status code: ${each}`));
  expect(signInError(refusal('POST', { msg: 'This account is disabled.' }))).toBe('This account is disabled.');
});

test('the first empty field of the login form is found, and a password of spaces counts as filled in', () => {
  expect(emptyCredential({ email: 'a@b.org', password: ' ' })).toBeNull();
  expect(emptyCredential({ email: ' ', password: '' })).toBe('email');
  expect(emptyCredential({ email: 'a@b.org', password: '' })).toBe('password');
});

test('the suspension page names a suspended board: the requested one, else the current one, else the first', () => {
  const active = { shortname: 'active', suspended: false };
  const north = { shortname: 'north', suspended: true };
  const south = { shortname: 'south', suspended: true };
  const boards = [active, north, south];
  expect(suspendedBoard({ boards, current: active, shortname: 'south' })).toBe(south);
  expect(suspendedBoard({ boards, current: south, shortname: undefined })).toBe(south);
  expect(suspendedBoard({ boards, current: active, shortname: 'active' })).toBe(north);
  expect(suspendedBoard({ boards: [active], current: active, shortname: undefined })).toBeNull();
});
