import { describe, expect, test } from 'vitest';
import { annotationLimitDialog } from './annotations.ts';
import { documentMessages } from './documents.ts';
import { defaultErrorMessage, dismissLeadsToLogin, generalErrorMessage, unsavedChangesMessage } from './general.ts';
import { invitationErrorMessage, welcomeText } from './invitations.ts';
import { calendarMessages } from './meetings.ts';
import { loginErrorMessage, twoFactorFailure } from './sign-in.ts';

describe('general errors', () => {
  test.each([
    ['S8.1', 413, 'The document you are trying to upload is too large!'],
    ['S8.2', 419, 'Session expired, please login.'],
    ['S8.3', 422, 'Validation Error'],
    ['S8.4', 405, 'Invalid Server URL'],
    ['S8.5', 403, 'Access Denied, check your persmissions'],
    ['S8.6', 500, 'Something went wrong. Please refresh and try again.'],
    ['S8.6', 418, 'Something went wrong. Please refresh and try again.'],
  ])('%s status %i reads as the catalogue has it', (_key, status, message) => {
    expect(generalErrorMessage(status, 'GET')).toBe(message);
    expect(generalErrorMessage(status, 'POST')).toBe(message);
  });

  test('S8.7 a GET without an answer names the network', () => {
    const message = 'Possible network or browser error. Please check your connection, refresh, and try again.';
    expect(generalErrorMessage('network', 'GET')).toBe(message);
    expect(generalErrorMessage('network', 'get')).toBe(message);
  });

  test('S8.8 any other call without an answer gives the generic message', () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(generalErrorMessage('network', method)).toBe('Something went wrong. Please refresh and try again.');
    }
  });

  test('only the 419 message leads to the login when dismissed', () => {
    expect(dismissLeadsToLogin(generalErrorMessage(419, 'POST'))).toBe(true);
    for (const status of [403, 405, 413, 422, 500, 'network'] as const) {
      expect(dismissLeadsToLogin(generalErrorMessage(status, 'GET'))).toBe(false);
    }
  });

  test('the modal has a default message', () => {
    expect(defaultErrorMessage).toBe('Something went wrong!');
  });
});

describe('login and confirm password', () => {
  test('S8.12 419', () => expect(loginErrorMessage(419)).toBe('Something went wrong, try refreshing your browser.'));
  test('S8.13 422', () => expect(loginErrorMessage(422)).toBe('Invalid credentials.'));
  test('S8.14 403', () => expect(loginErrorMessage(403)).toBe('Access Denied.'));
  test('S8.15 any other status is named', () => {
    expect(loginErrorMessage(500)).toBe('Something went wrong, HTTP Status code: 500');
    expect(loginErrorMessage('network')).toBe('Something went wrong, HTTP Status code: network');
  });
});

describe('invitation', () => {
  test('S8.17 419 has its own text', () => {
    expect(invitationErrorMessage(419)).toBe('Session expired. Please refresh your page and try again.');
  });
  test('S8.19 other statuses use the shared lookup, then the fallback', () => {
    expect(invitationErrorMessage(403)).toBe('Access Denied, check your persmissions');
    expect(invitationErrorMessage(500)).toBe('Something went wrong. Please refresh your page and try again.');
    expect(invitationErrorMessage('network')).toBe('Something went wrong. Please refresh your page and try again.');
  });
  test('S2.47 the welcome names the invited person when known', () => {
    expect(welcomeText('Priya')).toBe('Welcome, Priya!');
    expect(welcomeText(' ')).toBe('Welcome to the product');
    expect(welcomeText(null)).toBe('Welcome to the product');
  });
});

describe('two-factor', () => {
  test('an invalid code says so', () => {
    expect(twoFactorFailure(422)).toEqual({ kind: 'message', message: 'Code was invalid. Try again.' });
  });
  test('an expired session goes to the login', () => expect(twoFactorFailure(419)).toEqual({ kind: 'login' }));
  test.each([413, 405, 403])('nothing visible happens on %i', (status) => {
    expect(twoFactorFailure(status)).toEqual({ kind: 'silent' });
  });
  test('any other failure is said in general words', () => expect(twoFactorFailure(500).kind).toBe('message'));
});

test('a document that is gone says so', () => {
  expect(documentMessages.gone).toBe('This file is no longer available.');
});

test('a file that cannot be previewed asks to download', () => {
  expect(documentMessages.notPreviewable).toBe('This file type cannot be previewed in a browser. Download now?');
  expect(documentMessages.notPreviewableTitle).toBe('Preview not available');
});

test('the annotation limit dialog has the words of the specification', () => {
  expect(annotationLimitDialog).toEqual({
    title: 'Oops! Annotation file size limit reached.',
    message:
      'Your last annotation was not saved because you have exceeded the maximum file size for annotations on this document. You may delete some annotations and try again.',
  });
});

test('the unsaved-changes badge has its default text', () => {
  expect(unsavedChangesMessage).toBe('You have unsaved changes');
});

test('a calendar type must be chosen', () => {
  expect(calendarMessages.typeMissing).toBe('You need to select a calendar type first.');
});
