import { expect, test } from 'vitest';
import { errorOfStatus, networkError, refusal } from '#web/api/call-error.ts';
import { credentialErrors, firstMode, invitedText, mailStatus, readyText, redemptionMessage } from './invitations.ts';

const entered = { email: 'daniel@harbour.example', password: 'long enough pass', confirmation: 'long enough pass' };

test('an invitation opens the login form if the account exists', () => {
  expect([true, false].map((account_exists) => firstMode({ account_exists }))).toEqual(['login', 'createAccount']);
});

test('the login form of an invitation accepts a short password and does not ask to repeat it', () => {
  expect(credentialErrors('createAccount', entered)).toEqual({ password: null, confirmation: null });
  const short = { ...entered, password: 'short', confirmation: '' };
  expect(credentialErrors('login', short)).toEqual({ email: null, password: null });
  const required = 'This field is required.';
  expect(credentialErrors('login', { ...short, email: '', password: '' })).toEqual({
    email: required,
    password: required,
  });
  expect(credentialErrors('createAccount', short).password).toBe('Password must be at least 10 characters long');
  expect(credentialErrors('createAccount', { ...entered, confirmation: '' }).confirmation).toBe(required);
});

const session = 'Session expired. Please refresh your page and try again.';
const fallback = 'Something went wrong. Please refresh your page and try again.';
test.each([
  [errorOfStatus(419, 'POST', {}), session],
  [errorOfStatus(500, 'POST', {}), fallback],
  [networkError('POST', null), fallback],
  [refusal('POST', { status: 'error', msg: 'Use the invited address.' }), 'Use the invited address.'],
])('a failed redemption shows its message: %o', (error, message) => {
  expect(redemptionMessage(error)).toBe(message);
});

test('a failed redemption shows no message if the error is shown at a field', () => {
  const error = errorOfStatus(422, 'POST', { errors: { password_confirmation: 'The passwords need to match' } });
  expect(redemptionMessage(error)).toBeNull();
});

test('counts of invited people and of valid lines use the correct singular or plural', () => {
  expect([invitedText(1), invitedText(3)]).toEqual(['1 person was invited.', '3 people were invited.']);
  expect([readyText(1, 1), readyText(3, 6)]).toEqual(['1 of 1 line ready', '3 of 6 lines ready']);
});

test('the delivery state of an invitation mail is described with its reason', () => {
  expect(mailStatus({ state: 'sent', reason: null })).toBe('Email sent');
  expect(mailStatus({ state: 'queued', reason: null })).toBe('Email is being sent');
  expect(mailStatus({ state: 'waiting', reason: 'greylisted' })).toBe(
    'Email not delivered yet, trying again: greylisted',
  );
  expect(mailStatus({ state: 'failed', reason: 'No such mailbox' })).toBe('Email not delivered: No such mailbox');
});
