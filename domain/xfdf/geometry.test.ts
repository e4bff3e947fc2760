import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxEdge, distanceToSegment, simplifyStroke, strokeTolerance } from './geometry.ts';

const rect = { left: 10, bottom: 20, right: 110, top: 60 };

test('a box’s border is drawn inside its rectangle and never extends past the rectangle’s centre', () => {
  expect(boxEdge({ rect, width: 6 })).toEqual({ left: 13, bottom: 23, right: 107, top: 57 });
  expect(boxEdge({ rect })).toEqual({ left: 10.5, bottom: 20.5, right: 109.5, top: 59.5 });
  expect(boxEdge({ rect, width: 6, fringe: [1, 2, 3, 4] })).toEqual({ left: 11, bottom: 22, right: 107, top: 56 });
  expect(boxEdge({ rect, width: 900 })).toEqual({ left: 60, bottom: 40, right: 60, top: 40 });
});

test('a straight stroke is simplified to its two ends', () => {
  const points = Array.from({ length: 100 }, (_, index) => ({ x: index, y: 2 * index }));
  expect(simplifyStroke(points)).toEqual([points[0], points[99]]);
});

test('a simplified stroke stays within 0.4 pt of every point and keeps its ends', () => {
  const point = fc.record({
    x: fc.double({ min: 0, max: 600, noNaN: true }),
    y: fc.double({ min: 0, max: 800, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(point, { minLength: 2, maxLength: 60 }), (points) => {
      const kept = simplifyStroke(points);
      expect(kept[0]).toBe(points[0]);
      expect(kept.at(-1)).toBe(points.at(-1));
      for (const each of points) {
        const nearest = Math.min(
          ...kept.slice(1).map((end, index) => distanceToSegment(each, kept[index] as typeof each, end)),
        );
        expect(nearest).toBeLessThanOrEqual(strokeTolerance + 1e-9);
      }
    }),
  );
});

test('a stroke of 100,000 points is simplified', () => {
  const points = Array.from({ length: 100_000 }, (_, index) => ({ x: index / 100, y: Math.sin(index / 400) * 50 }));
  expect(simplifyStroke(points).length).toBeLessThan(2000);
});
