import { expect, test } from 'vitest';
import { landingIndex, lineGap, moved } from './reorderable-list.tsx';

const MIDDLES = [20, 60, 100, 140];

test('a row dragged within its own place stays', () => {
  expect(landingIndex(MIDDLES, 1, 60)).toBe(1);
  expect(lineGap(1, 1)).toBeNull();
});

test('a row lands after every other row whose middle the pointer has passed', () => {
  expect(landingIndex(MIDDLES, 0, 105)).toBe(2);
  expect(landingIndex(MIDDLES, 3, 10)).toBe(0);
  expect(landingIndex(MIDDLES, 0, 900)).toBe(3);
});

test('the line stands in the gap where the row will land', () => {
  expect(lineGap(0, 2)).toBe(3);
  expect(lineGap(3, 0)).toBe(0);
});

test('moving keeps the order of all other rows', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
});
