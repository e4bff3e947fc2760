import { expect, test } from 'vitest';
import { isAnnotationTooLong } from './limits.ts';

test('S9.3 annotations of 65000 characters or more are too long', () => {
  expect(isAnnotationTooLong('x'.repeat(64_999))).toBe(false);
  expect(isAnnotationTooLong('x'.repeat(65_000))).toBe(true);
});
