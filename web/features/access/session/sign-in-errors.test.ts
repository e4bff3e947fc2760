import { expect, test } from 'vitest';
import { errorOfStatus, networkError, refusal } from '#web/api/call-error.ts';
import { emptyCredential, signInError } from './sign-in-errors.ts';
import { suspendedBoard } from './suspended-page.tsx';

test.each([
  ['S8.12', 419, 'Something went wrong, try refreshing your browser.'],
  ['S8.13', 422, 'Invalid credentials.'],
  ['S8.14', 403, 'Access Denied.'],
  ['S8.15', 500, 'Something went wrong, HTTP Status code: 500'],
  ['S8.15', 429, 'Something went wrong, HTTP Status code: 429'],
])('%s login shows HTTP %i as “%s”', (_key, status, message) => {
  expect(signInError(errorOfStatus(status, 'POST', {}))).toBe(message);
});

test('S8.15 a call that was never answered is told with the status network', () => {
  expect(signInError(networkError('POST', null))).toBe('Something went wrong, HTTP Status code: network');
});

test('a refusal by the product’s rules is shown as it is', () => {
  expect(signInError(refusal('POST', { msg: 'This account is disabled.' }))).toBe('This account is disabled.');
});

test('a login is held back at its first empty field', () => {
  expect(emptyCredential({ email: 'a@b.org', password: ' ' })).toBeNull();
  expect(emptyCredential({ email: ' ', password: '' })).toBe('email');
  expect(emptyCredential({ email: 'a@b.org', password: '' })).toBe('password');
});

test('S2.35 the suspended page speaks of the board in the address, else of the current one, else of the first', () => {
  const active = { shortname: 'active', suspended: false };
  const north = { shortname: 'north', suspended: true };
  const south = { shortname: 'south', suspended: true };
  const boards = [active, north, south];
  expect(suspendedBoard({ boards, current: active, shortname: 'south' })).toBe(south);
  expect(suspendedBoard({ boards, current: south, shortname: undefined })).toBe(south);
  expect(suspendedBoard({ boards, current: active, shortname: 'active' })).toBe(north);
  expect(suspendedBoard({ boards: [active], current: active, shortname: undefined })).toBeNull();
});
