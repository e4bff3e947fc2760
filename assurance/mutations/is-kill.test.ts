import { AssertionError } from 'node:assert';
import { expect, test } from 'vitest';
import { isUnmetExpectation } from './is-kill.ts';

const failureOf = (ask: () => void): unknown => {
  try {
    ask();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing failed.');
};

test.each<readonly [string, () => void]>([
  ['another status', () => expect(200).toBe(403)],
  ['a status among others', () => expect([200, 403]).toEqual([403, 403])],
  ['an answer in an object', () => expect({ status: 200 }).toMatchObject({ status: 423 })],
  ['a secret word', () => expect('a secret').not.toContain('secret')],
  ['an expected failure that did not happen', () => expect(200).toBe(500)],
  ['markup in a page', () => expect('<!doctype html>{"limit":500}').not.toContain('500')],
  ['a longer number that begins with 500', () => expect({ width: 5001 }).toEqual({ width: 1 })],
])('%s is a kill', (_what, ask) => {
  expect(isUnmetExpectation(failureOf(ask))).toBe(true);
});

test.each<readonly [string, unknown]>([
  ['a server that failed', failureOf(() => expect(500).toBe(403))],
  ['a server that failed, as text', { name: 'AssertionError', message: '', actual: '500', expected: '403' }],
  ['one failure among refusals', failureOf(() => expect([500, 403]).toEqual([403, 403]))],
  ['an answer of a server that failed', failureOf(() => expect({ status: 500 }).toMatchObject({ status: 423 }))],
  [
    'the parsed answer of a server that failed',
    failureOf(() => expect({ status: 'error', msg: '', request_id: 'a' }).toEqual({ status: 'error' })),
  ],
  [
    'the answer of a server that failed, beside its status',
    failureOf(() => expect(400, '{"status":"error","msg":"","request_id":"a"}').toBeLessThan(400)),
  ],
  ['a timeout', new Error('Test timed out in 20000ms.')],
  ['a crash', new TypeError('x is undefined')],
  ['missing test data', new Error('There is no such member.')],
  ['no error', undefined],
])('%s is no kill', (_what, error) => {
  expect(isUnmetExpectation(error)).toBe(false);
});

test('the cause of a failed property decides', () => {
  const wrapped = (cause: unknown) => new Error('Property failed after 1 tests', { cause });
  expect(isUnmetExpectation(wrapped(new AssertionError({ message: '', actual: 1, expected: 2 })))).toBe(true);
  expect(isUnmetExpectation(wrapped(new TypeError('x is undefined')))).toBe(false);
});
