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

test('a test file that could not be loaded counts as one failed test', () => {
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

test('an error outside a browser test counts as a failed test', () => {
  const stats = { expected: 7, unexpected: 2, flaky: 0 };
  expect(playwrightCounts({ stats, errors: [{ message: 'no browser' }] })).toEqual({
    passed: 7,
    failed: 3,
    named: ['no browser'],
  });
});

test('a browser test that passed only on retry counts as failed, and nested failures are listed', () => {
  const spec = (title: string, status: string) => ({ file: 'a.test.ts', title, tests: [{ status }] });
  const nested = { specs: [spec('nested', 'unexpected')] };
  const suites = [{ specs: [spec('fine', 'expected'), spec('late', 'flaky')], suites: [nested] }];
  const stats = { expected: 1, unexpected: 1, flaky: 1 };
  expect(playwrightCounts({ suites, stats, errors: [] })).toEqual({
    passed: 1,
    failed: 2,
    named: ['a.test.ts › late (passed at the second try)', 'a.test.ts › nested'],
  });
});

test('a report without counts is an error', () => {
  expect(() => vitestCounts({})).toThrow();
  expect(() => playwrightCounts(null)).toThrow();
});

test('the counts of several runners are added up', () => {
  expect(sum(none, { passed: 3, failed: 1, named: ['one'] })).toEqual({ passed: 3, failed: 1, named: ['one'] });
  const both = sum({ passed: 1, failed: 1, named: ['one'] }, { passed: 3, failed: 1, named: ['two'] });
  expect(both).toEqual({ passed: 4, failed: 2, named: ['one', 'two'] });
});
