import { expect, test } from 'vitest';
import { comingWords } from './group-words.ts';

test('what saving does to coming meetings is said only where there are some', () => {
  expect(comingWords(0)).toBeNull();
  expect(comingWords(1)).toContain('invited to a coming meeting.');
  expect(comingWords(2)).toContain('invited to 2 coming meetings. Whoever you add is invited to them');
});
