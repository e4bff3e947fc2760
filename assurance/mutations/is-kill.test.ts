import { expect, test } from 'vitest';
import { isUnmetExpectation } from './is-kill.ts';

const failure = (actual: unknown, expected: unknown, message = '') => ({
  name: 'AssertionError',
  message,
  actual,
  expected,
});
const page = '<!doctype html>{"limit":500}';

test.each([
  ['another status', true, failure(200, 403)],
  ['a status among others', true, failure([200, 403], [403, 403])],
  ['an expected failure of the server that did not happen', true, failure(200, 500)],
  ['markup in a page', true, failure(page, '500')],
  ['a longer number that begins with 500', true, failure({ width: 5001 }, { width: 1 })],
  ['a property that failed because of its expectation', true, { name: 'Error', cause: failure(1, 2) }],
  ['a server that failed', false, failure('500', '403')],
  ['one failure of the server among refusals', false, failure([500, 403], [403, 403])],
  ['the answer of a server that failed', false, failure({ status: 'error', request_id: 'a' }, { status: 'error' })],
  ['such an answer in the message', false, failure(400, 399, '{"status":"error","msg":"","request_id":"a"}')],
  ['a timeout', false, new Error('Test timed out in 20000ms.')],
  ['a property that crashed', false, new Error('Property failed', { cause: new TypeError('x is undefined') })],
  ['no error', false, undefined],
])('%s is a kill: %s', (_what, isKill, error) => {
  expect(isUnmetExpectation(error)).toBe(isKill);
});
