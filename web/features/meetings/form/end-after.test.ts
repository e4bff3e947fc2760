import { expect, test } from 'vitest';
import { endAfter } from './end-after.ts';

test('the end follows from the start and the board’s usual length, within the day', () => {
  expect(endAfter('09:30', 150)).toBe('12:00');
  expect(endAfter('09:30', 0)).toBe('09:30');
  expect(endAfter('23:00', 60)).toBeNull();
  expect(endAfter('', 60)).toBeNull();
});
