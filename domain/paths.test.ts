import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownPath } from './paths.ts';

test('signing in returns the user to the requested path, including its query and fragment', () => {
  expect(ownPath('/meetings/42?document=7#page=3')).toBe('/meetings/42?document=7#page=3');
});

test.each([
  undefined,
  '',
  '/\t/evil.example',
  '\n//evil.example',
  'home',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/meetings\\42',
  'javascript:alert(1)',
  '/.//evil.example',
  '/home/..//evil.example',
  '/%2e//evil.example',
  '/login?next=/login',
])('signing in ignores %j and opens the home page', (wanted) => {
  expect(ownPath(wanted)).toBe('/home');
});

test('signing in never leaves our origin, whatever path was requested', () => {
  const anything = fc.string({ unit: fc.constantFrom('/', '\\', '.', 'e', ':', '@', '?', '#', '\t', '%2e', '%2f') });
  const dotted = fc.string({ unit: fc.constantFrom('/', '.', 'e', '%2e') }).map((rest) => `/${rest}`);
  fc.assert(
    fc.property(fc.oneof(anything, dotted), (wanted) => {
      expect(new URL(ownPath(wanted), 'https://dais.example').origin).toBe('https://dais.example');
    }),
    { numRuns: 2_000 },
  );
});
