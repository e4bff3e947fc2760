import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSlug, numberedSlug, personSlug } from './slug.ts';

test('a slug is the name in plain letters', () => {
  const slug = (first_name: string, last_name: string): string => personSlug({ first_name, last_name });
  expect(slug('Elena', 'Kowalczyk')).toBe('elena-kowalczyk');
  expect(slug('Zoë', "O'Neill-Ávila")).toBe('zoe-oneill-avila');
  expect(slug('Łukasz', 'Groß')).toBe('lukasz-gross');
  expect(slug('J. P.', 'Møller')).toBe('j-p-moller');
  expect(slug('明', '李')).toBe('person');
  expect(slug('Create', '')).toBe('create-person');
});

test('the second of a name has a number', () => {
  expect(numberedSlug('elena-kowalczyk', 1)).toBe('elena-kowalczyk');
  expect(numberedSlug('elena-kowalczyk', 2)).toBe('elena-kowalczyk-2');
});

test('every name has a slug that is one', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 100 });
  fc.assert(
    fc.property(name, name, fc.integer({ min: 1, max: 999 }), (first_name, last_name, nth) =>
      isSlug(numberedSlug(personSlug({ first_name, last_name }), nth)),
    ),
  );
  expect(['', 'edit', 'create', 'A', 'a--b', '-a', 'a/b'].some(isSlug)).toBe(false);
});
