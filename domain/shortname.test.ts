import { expect, test } from 'vitest';
import { isShortname, reservedShortnames, shortnameError } from './shortname.ts';

test('a shortname is one DNS label', () => {
  for (const good of ['a', 'hsht', 'board-2', '4u', 'x'.repeat(63), ' HSHT ']) expect(shortnameError(good)).toBeNull();
  for (const bad of ['', '-a', 'a-', 'a.b', 'a_b', 'é', 'xn--a', 'ab--c', 'x'.repeat(64), 'a b']) {
    expect([bad, shortnameError(bad) === null]).toEqual([bad, false]);
  }
  expect(isShortname('a\n')).toBe(false);
});

test('some are reserved, in any case', () => {
  expect(shortnameError('WWW')).toBe('This shortname is reserved.');
  expect([...reservedShortnames].every(isShortname)).toBe(true);
});
