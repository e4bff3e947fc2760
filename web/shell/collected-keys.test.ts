import { expect, test } from 'vitest';
import { typedAfter } from './collected-keys.ts';

test('letters are collected as in a text field, and other keys are ignored', () => {
  const typed = (...keys: readonly string[]) => keys.reduce(typedAfter, '');
  expect(typed('z', 'o', 'é', ' ', 'A')).toBe('zoé A');
  expect(typed('a', '👍', 'b', 'Backspace', 'Backspace', 'c')).toBe('ac');
  expect(typed('Backspace', 'ArrowDown', 'Enter', 'Tab', 'Dead', 'PageDown')).toBe('');
});
