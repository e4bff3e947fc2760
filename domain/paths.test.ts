import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentPaths, ownPath } from './paths.ts';

test('document addresses are those of the specification', () => {
  expect(documentPaths.open('7')).toBe('/document/7');
  expect(documentPaths.download('7')).toBe('/download/7');
  expect(documentPaths.magic('meeting', 'm-babc', '7')).toBe('/meeting/m-babc/document/7');
  expect(documentPaths.magic('announcement', 'abc', '7')).toBe('/announcement/abc/document/7');
  expect(documentPaths.open('../x?y')).toBe('/document/..%2Fx%3Fy');
});

test('after signing in, one comes back to an own path with its query', () => {
  expect(ownPath('/meetings/42?document=7#page=3')).toBe('/meetings/42?document=7#page=3');
});

test.each([
  undefined,
  '',
  'home',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example',
  '\n//evil.example',
  'javascript:alert(1)',
  '/.//evil.example',
  '/home/..//evil.example',
  '/%2e//evil.example',
  '/login?next=/login',
])('%j leads home instead', (wanted) => {
  expect(ownPath(wanted)).toBe('/home');
});

test('whatever is asked for, the browser stays with us', () => {
  const anything = fc.string({ unit: fc.constantFrom('/', '\\', '.', 'e', ':', '@', '?', '#', '\t', '%2e', '%2f') });
  // Random texts rarely contain dot segments.
  const dotted = fc.string({ unit: fc.constantFrom('/', '.', 'e', '%2e') }).map((rest) => `/${rest}`);
  fc.assert(
    fc.property(fc.oneof(anything, dotted), (wanted) => {
      expect(new URL(ownPath(wanted), 'https://dais.example').origin).toBe('https://dais.example');
    }),
    { numRuns: 2_000 },
  );
});
