import { expect, test } from 'vitest';
import { testsOf } from './paths.ts';

test('a path selects a test file, all tests below a folder, or the tests next to another file', () => {
  expect(testsOf(['tools/test/paths.test.ts']).unit).toEqual(['tools/test/paths.test.ts']);
  expect(testsOf(['tools']).unit).toEqual(
    expect.arrayContaining(['tools/test/paths.test.ts', 'tools/changelog.test.ts']),
  );
  expect(testsOf(['tools/test/paths.ts']).unit).toContain('tools/test/paths.test.ts');
  expect(testsOf(['tools/test/paths.ts']).unit).not.toContain('tools/changelog.test.ts');
});

test('browser tests are selected separately', () => {
  const { unit, browser } = testsOf(['tests']);
  expect(browser).toContain('tests/e2e/rsvp.test.ts');
  expect(unit.filter((file) => file.startsWith('tests/e2e/'))).toEqual([]);
});

test('a path that does not exist is an error', () => {
  expect(() => testsOf(['no/such/folder'])).toThrow('no/such/folder');
});
