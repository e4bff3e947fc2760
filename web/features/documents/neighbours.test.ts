import { expect, test } from 'vitest';
import { neighbourOf } from './neighbours.ts';

test('documents follow one another as their page lists them', () => {
  const listed = new Set(['a', 'b', 'c']);
  expect(neighbourOf(listed, 'b', -1)).toBe('a');
  expect(neighbourOf(listed, 'b', 1)).toBe('c');
  expect(neighbourOf(listed, 'a', -1)).toBeUndefined();
  expect(neighbourOf(listed, 'c', 1)).toBeUndefined();
});

test('without a list, or outside of it, there is none', () => {
  expect(neighbourOf(undefined, 'a', 1)).toBeUndefined();
  expect(neighbourOf(new Set(['a']), 'b', 1)).toBeUndefined();
});
