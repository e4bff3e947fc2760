import { expect, test } from 'vitest';
import { none, playwrightCounts, sum, vitestCounts } from './counts.ts';

const file = (name: string, status: string, ...results: readonly string[]) => ({
  name,
  status,
  message: 'it cannot be read',
  assertionResults: results.map((result, index) => ({
    status: result,
    fullName: `test ${index + 1}`,
    failureMessages: ['1 is\nnot 2'],
  })),
});

test('a file that could not be read counts as one failed test, beside those that failed in others, each named', () => {
  const testResults = [
    file('a.test.ts', 'passed', 'passed', 'passed'),
    file('b.test.ts', 'failed', 'passed', 'failed'),
    file('c.test.ts', 'failed'),
  ];
  expect(vitestCounts({ numPassedTests: 3, numFailedTests: 1, testResults })).toEqual({
    passed: 3,
    failed: 2,
    named: ['b.test.ts › test 2\n    1 is\n    not 2', 'c.test.ts › the file itself\n    it cannot be read'],
  });
});

test('what broke outside of a test has failed', () => {
  const stats = { expected: 7, unexpected: 2, flaky: 0 };
  expect(playwrightCounts({ stats, errors: [{ message: 'no browser' }] })).toEqual({
    passed: 7,
    failed: 3,
    named: ['no browser'],
  });
});

test('two browser tests may pass at the second try; of three, each has failed', () => {
  const counts = (flaky: number) => playwrightCounts({ stats: { expected: 7, unexpected: 0, flaky }, errors: [] });
  expect(counts(2)).toMatchObject({ passed: 9, failed: 0 });
  expect(counts(3)).toMatchObject({ passed: 7, failed: 3 });
});

test('browser tests that failed, or passed at the second try, are named wherever they are nested', () => {
  const spec = (title: string, status: string) => ({ file: 'a.test.ts', title, tests: [{ status }] });
  const nested = { specs: [spec('nested', 'unexpected')] };
  const suites = [{ specs: [spec('fine', 'expected'), spec('late', 'flaky')], suites: [nested] }];
  const stats = { expected: 1, unexpected: 1, flaky: 1 };
  expect(playwrightCounts({ suites, stats, errors: [] }).named).toEqual([
    'a.test.ts › late (passed at the second try)',
    'a.test.ts › nested',
  ]);
});

test('a report that says nothing of its counts is no success', () => {
  expect(() => vitestCounts({})).toThrow();
  expect(() => playwrightCounts(null)).toThrow();
});

test('runners are added up', () => {
  expect(sum(none, { passed: 3, failed: 1, named: ['one'] })).toEqual({ passed: 3, failed: 1, named: ['one'] });
  const both = sum({ passed: 1, failed: 1, named: ['one'] }, { passed: 3, failed: 1, named: ['two'] });
  expect(both).toEqual({ passed: 4, failed: 2, named: ['one', 'two'] });
});
