import { expect, test } from 'vitest';
import { landingIndex, lineGap, withItemMoved } from './reorderable-list.tsx';

const middles = [20, 60, 100, 140];

test.each([
  [1, 60, 1, null],
  [0, 105, 2, 3],
  [3, 10, 0, 0],
  [0, 900, 3, 4],
])('row %i dragged to pixel %i lands at index %i, with the drop line in gap %s', (from, pointer, to, gap) => {
  expect(landingIndex(middles, from, pointer)).toBe(to);
  expect(lineGap(from, to)).toBe(gap);
});

test('moving a row does not change the order of the others', () => {
  expect(withItemMoved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(withItemMoved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
});
