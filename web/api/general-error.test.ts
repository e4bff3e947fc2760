import { expect, test } from 'vitest';
import { generalErrors } from '#domain/messages/general.ts';
import { CallError, errorOfStatus, networkError, refusal } from './call-error.ts';
import { dismissGeneralError, failureOutcome, generalError, reportFailure } from './general-error.ts';

test('S7.2 a refusal opens the general error modal with its msg', () => {
  const error = refusal('POST', { status: 'error', msg: 'A board needs an admin.' });
  expect(failureOutcome(error, 'action')).toEqual({ kind: 'modal', message: 'A board needs an admin.' });
});

test('a 422 that names fields opens no modal, one that names none does', () => {
  const named = errorOfStatus(422, 'POST', { errors: { title: 'This field is required.' } });
  expect(failureOutcome(named, 'action')).toEqual({ kind: 'fields' });
  expect(failureOutcome(errorOfStatus(422, 'POST', {}), 'action')).toEqual({
    kind: 'modal',
    message: generalErrors.validation,
  });
});

test('a missing object shows the not-found page to a query, and the modal to an action', () => {
  expect(failureOutcome(errorOfStatus(404, 'GET', {}), 'query')).toEqual({ kind: 'not-found' });
  expect(failureOutcome(errorOfStatus(404, 'POST', {}), 'action')).toEqual({
    kind: 'modal',
    message: generalErrors.generic,
  });
});

test('what is no failed call gets the generic sentence, never its own words', () => {
  expect(failureOutcome(new TypeError('x is undefined'), 'query')).toEqual({
    kind: 'modal',
    message: generalErrors.generic,
  });
  expect(failureOutcome(new CallError({ status: 500, method: 'GET', message: 'm' }), 'query')).toEqual({
    kind: 'modal',
    message: 'm',
  });
});

test('what the server asks for first is a way to go, whatever the status', () => {
  const confirm = errorOfStatus(423, 'POST', { status: 'error', msg: '', step: 'confirm-password' });
  expect(failureOutcome(confirm, 'action')).toEqual({ kind: 'step', step: 'confirm-password' });
  const setUp = errorOfStatus(403, 'GET', { status: 'error', msg: '', step: 'set-up-two-factor' });
  expect(failureOutcome(setUp, 'query')).toEqual({ kind: 'step', step: 'set-up-two-factor' });
  expect(errorOfStatus(403, 'GET', { step: 'https://evil.example' }).step).toBeNull();
});

test('S8.8 what a failed act said is not replaced by the queries that fail after it; a later act says its own', () => {
  const lost = new TypeError('Failed to fetch');
  reportFailure(networkError('PATCH', lost), 'action');
  reportFailure(networkError('GET', lost), 'query');
  expect(generalError()).toBe(generalErrors.generic);
  reportFailure(errorOfStatus(403, 'POST', {}), 'action');
  expect(generalError()).toBe(generalErrors.accessDenied);
  dismissGeneralError();
  reportFailure(networkError('GET', lost), 'query');
  expect(generalError()).toBe(generalErrors.noResponse);
  reportFailure(networkError('PATCH', lost), 'action');
  expect(generalError()).toBe(generalErrors.generic);
  dismissGeneralError();
});
