import { expect, test } from 'vitest';
import { shuffled } from './shuffled.ts';

test('shuffling produces every order about equally often', () => {
  const counts = new Map<string, number>();
  for (let run = 0; run < 6_000; run += 1) {
    const order = shuffled(['a', 'b', 'c']).join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect([...counts.keys()].toSorted()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
  // The tolerance is seven standard deviations around 1,000.
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(200);
});
