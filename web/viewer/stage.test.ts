import { expect, test } from 'vitest';
import { pageLineOf } from './stage.ts';

test('the page counter shows infinity while the total is unknown', () => {
  expect(pageLineOf({ kind: 'ready', page: 3, pageCount: 42, scale: 1 })).toBe('Page 3 of 42');
  expect(pageLineOf({ kind: 'loading', page: 1, pageCount: null, scale: 1 })).toBe('Page 1 of ∞');
});
