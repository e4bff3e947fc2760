import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstView, pictureLimits, squareOf, zoomMost } from './pictures.ts';

const side = fc.integer({ min: pictureLimits.sideMin, max: 9_000 });
const part = fc.double({ min: -2, max: 3, noNaN: true });

test('a cropped square is inside the picture and has at least the minimum size', () => {
  fc.assert(
    fc.property(side, side, part, part, fc.double({ min: 0, max: 20, noNaN: true }), (width, height, x, y, zoom) => {
      const square = squareOf({ width, height }, { x, y, zoom });
      expect(square.side).toBeGreaterThanOrEqual(pictureLimits.sideMin);
      expect(Math.min(square.left, square.top)).toBeGreaterThanOrEqual(0);
      expect(square.left + square.side).toBeLessThanOrEqual(width);
      expect(square.top + square.side).toBeLessThanOrEqual(height);
    }),
  );
});

test('the initial crop is the largest centred square, and a small picture cannot be enlarged', () => {
  expect(squareOf({ width: 800, height: 600 }, firstView)).toEqual({ left: 100, top: 0, side: 600 });
  expect([zoomMost({ width: 256, height: 900 }), zoomMost({ width: 4000, height: 3000 })]).toEqual([1, 4]);
});
