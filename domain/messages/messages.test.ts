import { expect, test } from 'vitest';
import { defaultErrorMessage, dismissLeadsToLogin, generalErrorMessage } from './general.ts';
import { invitationErrorMessage, welcomeText } from './invitations.ts';
import { minutesLabels } from './meeting-minutes.ts';
import { loginErrorMessage, twoFactorFailure } from './sign-in.ts';

const generic = 'Something went wrong. Please refresh and try again.';

test.each([
  [413, 'The document you are trying to upload is too large!'],
  [419, 'Session expired, please login.'],
  [422, 'Validation Error'],
  [405, 'Invalid Server URL'],
  // The specification prescribes this text, including the misspelling.
  [403, 'Access Denied, check your persmissions'],
  [500, generic],
  [418, generic],
])('a request that fails with status %i shows “%s”, and only 419 redirects to the login page', (status, message) => {
  for (const method of ['GET', 'POST']) expect(generalErrorMessage(status, method)).toBe(message);
  expect(dismissLeadsToLogin(message)).toBe(status === 419);
});

test('only GET requests that get no response show the network error message', () => {
  const noResponse = 'Possible network or browser error. Please check your connection, refresh, and try again.';
  for (const method of ['GET', 'get']) expect(generalErrorMessage('network', method)).toBe(noResponse);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(generalErrorMessage('network', method)).toBe(generic);
  expect(defaultErrorMessage).toBe('Something went wrong!');
});

test.each([
  [419, 'Something went wrong, try refreshing your browser.'],
  [422, 'Invalid credentials.'],
  [403, 'Access Denied.'],
  [500, 'Something went wrong, HTTP Status code: 500'],
  ['network', 'Something went wrong, HTTP Status code: network'],
] as const)('a login that fails with %s shows “%s”', (status, message) => {
  expect(loginErrorMessage(status)).toBe(message);
});

test.each([
  [419, 'Session expired. Please refresh your page and try again.'],
  [403, 'Access Denied, check your persmissions'],
  [500, 'Something went wrong. Please refresh your page and try again.'],
  ['network', 'Something went wrong. Please refresh your page and try again.'],
] as const)('an invitation that fails with %s shows “%s”', (status, message) => {
  expect(invitationErrorMessage(status)).toBe(message);
});

test('an invited person is greeted by name if the name is known', () => {
  const texts = ['Priya', ' ', null].map(welcomeText);
  expect(texts).toEqual(['Welcome, Priya!', 'Welcome to the product', 'Welcome to the product']);
});

test('a failed second factor shows a message, opens the login page or shows nothing, depending on the status', () => {
  expect(twoFactorFailure(422)).toEqual({ kind: 'message', message: 'Code was invalid. Try again.' });
  expect(twoFactorFailure(419)).toEqual({ kind: 'login' });
  for (const status of [413, 405, 403]) expect(twoFactorFailure(status)).toEqual({ kind: 'silent' });
  expect(twoFactorFailure(500).kind).toBe('message');
});

test('versions of circulated minutes are downloaded under different file names', () => {
  const names = [0, 1, 2].map((version) =>
    minutesLabels.file({ title: 'Board', version, state: version === 0 ? 'draft' : 'circulated' }),
  );
  expect(names).toEqual(['Draft Minutes Board', 'Minutes Board', 'Minutes Board version 2']);
});
