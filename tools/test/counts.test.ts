import { expect, test } from 'vitest';
import { playwrightCounts, sum, vitestCounts } from './counts.ts';

const file = (status: string, ...results: readonly string[]) => ({
  status,
  assertionResults: results.map((result) => ({ status: result })),
});

test('a file that could not be read counts as one failed test, beside those that failed in others', () => {
  const testResults = [file('passed', 'passed', 'passed'), file('failed', 'passed', 'failed'), file('failed')];
  expect(vitestCounts({ numPassedTests: 3, numFailedTests: 1, testResults })).toEqual({ passed: 3, failed: 2 });
});

test('what broke outside of a test has failed', () => {
  const stats = { expected: 7, unexpected: 2, flaky: 0 };
  expect(playwrightCounts({ stats, errors: [{ message: 'no browser' }] })).toEqual({ passed: 7, failed: 3 });
});

test('two browser tests may pass at the second try; of three, each has failed', () => {
  const counts = (flaky: number) => playwrightCounts({ stats: { expected: 7, unexpected: 0, flaky }, errors: [] });
  expect(counts(2)).toEqual({ passed: 9, failed: 0 });
  expect(counts(3)).toEqual({ passed: 7, failed: 3 });
});

test('a report that says nothing of its counts is no success', () => {
  expect(() => vitestCounts({})).toThrow();
  expect(() => playwrightCounts(null)).toThrow();
});

test('runners are added up', () => {
  expect(sum({ passed: 1, failed: 2 }, { passed: 3, failed: 4 })).toEqual({ passed: 4, failed: 6 });
});
