import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  boardShortname,
  isShortname,
  numberedSlug,
  personSlug,
  reservedShortnames,
  shortnameError,
} from './shortname.ts';

test('a shortname is a valid DNS label that is not reserved', () => {
  for (const good of ['a', 'hsht', 'board-2', '4u', 'x'.repeat(63), ' HSHT ']) expect(shortnameError(good)).toBeNull();
  for (const bad of ['', '-a', 'a-', 'a.b', 'a_b', 'é', 'xn--a', 'ab--c', 'x'.repeat(64), 'a b']) {
    expect([bad, shortnameError(bad) === null]).toEqual([bad, false]);
  }
  expect(isShortname('a\n')).toBe(false);
  expect(shortnameError('WWW')).toBe('This short name is reserved.');
  expect([...reservedShortnames].every(isShortname)).toBe(true);
});

test('every title gets a valid shortname', () => {
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

test('the slug of a person is the name in plain letters, with a number if that slug is taken', () => {
  const slug = (first_name: string, last_name: string): string => personSlug({ first_name, last_name });
  expect(slug('Elena', 'Kowalczyk')).toBe('elena-kowalczyk');
  expect(slug('Zoë', "O'Neill-Ávila")).toBe('zoe-oneill-avila');
  expect(slug('Łukasz', 'Groß')).toBe('lukasz-gross');
  expect(slug('J. P.', 'Møller')).toBe('j-p-moller');
  expect(slug('明', '李')).toBe('person');
  expect(slug('Create', '')).toBe('create-person');
  expect([1, 2].map((nth) => numberedSlug('elena', nth))).toEqual(['elena', 'elena-2']);
});

test('every name gets a valid slug', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 100 });
  fc.assert(
    fc.property(name, name, (first_name, last_name) =>
      /^(?!(create|edit|interests|invitations)$)[a-z0-9]+(-[a-z0-9]+)*$/.test(personSlug({ first_name, last_name })),
    ),
  );
});
