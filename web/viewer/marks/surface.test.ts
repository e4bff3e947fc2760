import fc from 'fast-check';
import { expect, test } from 'vitest';
import { imageSurface, pdfSurface } from './surface.ts';

const rotations = [0, 90, 180, 270] as const;

test('an upright page counts from its bottom left, the view from the top left', () => {
  const { size, toView } = pdfSurface({ page: 0, box: [0, 0, 612, 792], rotation: 0, userUnit: 1 });
  expect(size).toEqual({ width: 612, height: 792 });
  expect(toView({ x: 72, y: 720 })).toEqual({ x: 72, y: 72 });
});

test('a crop box that does not begin at 0,0 is taken off', () => {
  const { size, toView, toPage } = pdfSurface({ page: 0, box: [36, 300, 576, 750], rotation: 0, userUnit: 1 });
  expect(size).toEqual({ width: 540, height: 450 });
  expect(toView({ x: 36, y: 750 })).toEqual({ x: 0, y: 0 });
  expect(toPage({ x: 540, y: 450 })).toEqual({ x: 576, y: 300 });
});

test.each([
  [90, { x: 0, y: 0 }],
  [180, { x: 612, y: 0 }],
  [270, { x: 792, y: 612 }],
])('turned by %i degrees clockwise, the bottom left of the page is where a reader sees it', (rotation, seen) => {
  const surface = pdfSurface({ page: 0, box: [0, 0, 612, 792], rotation, userUnit: 1 });
  expect(surface.toView({ x: 0, y: 0 })).toEqual(seen);
});

test('a lying page is as wide as it is high, in user units', () => {
  expect(pdfSurface({ page: 0, box: [0, 0, 612, 792], rotation: 90, userUnit: 2 }).size).toEqual({
    width: 1584,
    height: 1224,
  });
});

test('there and back is the same place, on every page and image', () => {
  const coordinate = fc.integer({ min: -2000, max: 2000 });
  const surface = fc
    .record({
      left: coordinate,
      bottom: coordinate,
      width: fc.integer({ min: 1, max: 3000 }),
      height: fc.integer({ min: 1, max: 3000 }),
      rotation: fc.constantFrom(...rotations),
      userUnit: fc.constantFrom(1, 2, 0.5),
    })
    .chain(({ left, bottom, width, height, rotation, userUnit }) =>
      fc.constantFrom(
        pdfSurface({ page: 0, box: [left, bottom, left + width, bottom + height], rotation, userUnit }),
        imageSurface({ width, height }),
      ),
    );
  fc.assert(
    fc.property(surface, fc.record({ x: coordinate, y: coordinate }), ({ toPage, toView }, place) => {
      const back = toPage(toView(place));
      expect(back.x).toBeCloseTo(place.x);
      expect(back.y).toBeCloseTo(place.y);
    }),
  );
});

test('the whole page fills the whole view', () => {
  for (const rotation of rotations) {
    const { size, toView } = pdfSurface({ page: 0, box: [10, 20, 110, 220], rotation, userUnit: 1 });
    const corners = [toView({ x: 10, y: 20 }), toView({ x: 110, y: 220 })];
    expect(Math.min(...corners.map(({ x }) => x))).toBe(0);
    expect(Math.max(...corners.map(({ x }) => x))).toBe(size.width);
    expect(Math.max(...corners.map(({ y }) => y))).toBe(size.height);
  }
});

test('an image counts pixels, y upwards', () => {
  expect(imageSurface({ width: 800, height: 600 }).toPage({ x: 10, y: 20 })).toEqual({ x: 10, y: 580 });
});
