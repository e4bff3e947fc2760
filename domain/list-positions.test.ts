import fc from 'fast-check';
import { expect, test } from 'vitest';
import { positionGap, positionsBetween } from './list-positions.ts';

test('rows added at the end have positions one full gap apart', () => {
  expect(positionsBetween(null, null, 2)).toEqual([positionGap, 2 * positionGap]);
  expect(positionsBetween(3 * positionGap, null, 1)).toEqual([4 * positionGap]);
});

test('there is no free list position if the gap between the neighbours is too small', () => {
  expect(positionsBetween(7, 8, 1)).toBeNull();
  expect(positionsBetween(null, 1, 1)).toBeNull();
  expect(positionsBetween(2_147_483_600, null, 1)).toBeNull();
});

test('a new list position is strictly between its neighbours', () => {
  fc.assert(
    fc.property(fc.nat(5_000), fc.nat(5_000), fc.integer({ min: 1, max: 20 }), (low, width, count) => {
      const places = positionsBetween(low, low + width, count);
      if (places === null) {
        expect(Math.floor(width / (count + 1))).toBe(0);
        return;
      }
      const row = [low, ...places, low + width];
      expect(row).toEqual(row.toSorted((one, other) => one - other));
      expect(new Set(row).size).toBe(count + 2);
    }),
  );
});
