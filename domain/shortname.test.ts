import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boardShortname, isShortname, reservedShortnames, shortnameError } from './shortname.ts';

test('a shortname is one DNS label', () => {
  for (const good of ['a', 'hsht', 'board-2', '4u', 'x'.repeat(63), ' HSHT ']) expect(shortnameError(good)).toBeNull();
  for (const bad of ['', '-a', 'a-', 'a.b', 'a_b', 'é', 'xn--a', 'ab--c', 'x'.repeat(64), 'a b']) {
    expect([bad, shortnameError(bad) === null]).toEqual([bad, false]);
  }
  expect(isShortname('a\n')).toBe(false);
});

test('one is made from any title', () => {
  expect(boardShortname('Harbour Street Housing Trust')).toBe('harbour-street-housing-trust');
  expect(boardShortname('Comité Général')).toBe('comite-general');
  expect(boardShortname('Board')).toBe('board-board');
  expect(boardShortname('理事会')).toBe('my-board');
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      (title) => shortnameError(boardShortname(title)) === null,
    ),
  );
});

test('some are reserved, in any case', () => {
  expect(shortnameError('WWW')).toBe('This shortname is reserved.');
  expect([...reservedShortnames].every(isShortname)).toBe(true);
});
