import { expect, test } from 'vitest';
import type { NextStep } from '#contract/endpoint.ts';
import { generalErrors } from '#domain/messages/general.ts';
import { CallError, errorOfStatus, networkError, refusal } from './call-error.ts';
import { dismissGeneralError, failureOutcome, generalError, reportFailure } from './general-error.ts';

const modal = (message: string) => ({ kind: 'modal', message });
const step = (name: NextStep) => ({ status: 'error', msg: '', step: name });
test.each([
  [refusal('POST', { status: 'error', msg: 'A board needs an admin.' }), 'action', modal('A board needs an admin.')],
  [errorOfStatus(422, 'POST', { errors: { title: 'This field is required.' } }), 'action', { kind: 'fields' }],
  [errorOfStatus(423, 'POST', step('confirm-password')), 'action', { kind: 'step', step: 'confirm-password' }],
  [errorOfStatus(403, 'GET', step('set-up-two-factor')), 'query', { kind: 'step', step: 'set-up-two-factor' }],
  [errorOfStatus(422, 'POST', {}), 'action', modal(generalErrors.validation)],
  [errorOfStatus(404, 'GET', {}), 'query', { kind: 'not-found' }],
  [errorOfStatus(404, 'POST', {}), 'action', modal(generalErrors.generic)],
  [new TypeError('x is undefined'), 'query', modal(generalErrors.generic)],
  [new CallError({ status: 500, method: 'GET', message: 'm' }), 'query', modal('m')],
] as const)(
  'a failure is shown in a dialog, at its fields or as a missing page, or opens the required step: %o (%s)',
  (error, of, outcome) => {
    expect(failureOutcome(error, of)).toEqual(outcome);
  },
);

test('the error of an action can be replaced by that of a later action, but not by that of a query', () => {
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
