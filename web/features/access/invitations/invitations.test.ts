import { expect, test } from 'vitest';
import { errorOfStatus, networkError, refusal } from '#web/api/call-error.ts';
import {
  credentialErrors,
  firstMode,
  invitedText,
  isFaultless,
  mailStatus,
  readyText,
  redemptionFailure,
} from './invitations.ts';

const entered = { email: 'daniel@harbour.example', password: 'long enough pass', confirmation: 'long enough pass' };

test('S4.20 S4.22 it starts in login mode if the account already exists, else in create mode', () => {
  expect(firstMode({ account_exists: true })).toBe('login');
  expect(firstMode({ account_exists: false })).toBe('createAccount');
});

test('S5.13 a new account asks for at least 10 characters', () => {
  expect(
    credentialErrors('createAccount', { ...entered, password: 'too short', confirmation: 'too short' }).password,
  ).toBe('Password must be at least 10 characters long');
  expect(isFaultless(credentialErrors('createAccount', entered))).toBe(true);
});

test('S5.14 S5.15 the password is retyped, and the same', () => {
  expect(credentialErrors('createAccount', { ...entered, confirmation: '' }).confirmation).toBe(
    'This field is required.',
  );
  expect(credentialErrors('createAccount', { ...entered, confirmation: 'another one' }).confirmation).toBe(
    'The passwords need to match',
  );
});

test('S5.20 login mode requires email and password, and no more', () => {
  expect(credentialErrors('login', { email: ' ', password: '', confirmation: '' })).toEqual({
    email: 'This field is required.',
    password: 'This field is required.',
    confirmation: null,
  });
  expect(isFaultless(credentialErrors('login', { ...entered, password: 'short', confirmation: '' }))).toBe(true);
});

test('S8.17 419 asks to refresh the page', () => {
  expect(redemptionFailure(errorOfStatus(419, 'POST', {}))).toEqual({
    kind: 'message',
    message: 'Session expired. Please refresh your page and try again.',
  });
});

test('S8.19 what the lookup does not name gets the fallback', () => {
  const fallback = { kind: 'message', message: 'Something went wrong. Please refresh your page and try again.' };
  expect(redemptionFailure(errorOfStatus(500, 'POST', {}))).toEqual(fallback);
  expect(redemptionFailure(networkError('POST', null))).toEqual(fallback);
});

test('S8.20 a failure message from the server is shown as it is', () => {
  expect(redemptionFailure(refusal('POST', { status: 'error', msg: 'Use the invited address.' }))).toEqual({
    kind: 'message',
    message: 'Use the invited address.',
  });
});

test('a 422 that names fields marks them', () => {
  const error = errorOfStatus(422, 'POST', { errors: { password_confirmation: 'The passwords need to match' } });
  expect(redemptionFailure(error)).toEqual({
    kind: 'fields',
    errors: { email: null, password: null, confirmation: 'The passwords need to match' },
  });
});

test('people and lines are counted in words', () => {
  expect([invitedText(1), invitedText(3)]).toEqual(['1 person is invited.', '3 people are invited.']);
  expect([readyText(1, 1), readyText(3, 6)]).toEqual(['1 ready of 1 line', '3 ready of 6 lines']);
});

test('what became of the message is told with its reason', () => {
  expect(mailStatus({ state: 'sent', reason: null })).toBe('Email sent');
  expect(mailStatus({ state: 'queued', reason: null })).toBe('Email is on its way');
  expect(mailStatus({ state: 'waiting', reason: 'greylisted' })).toBe(
    'Email not delivered yet, trying again: greylisted',
  );
  expect(mailStatus({ state: 'failed', reason: 'No such mailbox' })).toBe('Email not delivered: No such mailbox');
});
