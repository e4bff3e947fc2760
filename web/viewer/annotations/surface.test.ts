import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import { newFreeText, newInk, newNote, newShape, newTextMarkup } from './new-annotation.ts';
import { imageSurface, pdfSurface } from './surface.ts';

const rotations = [0, 90, 180, 270] as const;

const coordinate = fc.integer({ min: -2000, max: 2000 });
const anySurface = fc
  .record({
    left: coordinate,
    bottom: coordinate,
    width: fc.integer({ min: 200, max: 3000 }),
    height: fc.integer({ min: 200, max: 3000 }),
    rotation: fc.constantFrom(...rotations),
    userUnit: fc.constantFrom(1, 2, 0.5),
  })
  .chain(({ left, bottom, width, height, rotation, userUnit }) =>
    fc.constantFrom(
      pdfSurface({ page: 0, box: [left, bottom, left + width, bottom + height], rotation, userUnit }),
      imageSurface({ width, height }, rotation),
    ),
  );

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
  fc.assert(
    fc.property(anySurface, fc.record({ x: coordinate, y: coordinate }), ({ toPage, toView }, point) => {
      const back = toPage(toView(point));
      expect(back.x).toBeCloseTo(point.x);
      expect(back.y).toBeCloseTo(point.y);
    }),
  );
});

test('what is marked on any page, however turned, cropped and scaled, is seen in its place after it was saved and read', () => {
  const defaults = { author: 'Elena', colour: '#b8321f', opacity: 0.5, width: 2 };
  const point = fc.record({ x: fc.integer({ min: 0, max: 90 }), y: fc.integer({ min: 0, max: 90 }) });
  const size = fc.record({ width: fc.integer({ min: 5, max: 100 }), height: fc.integer({ min: 5, max: 40 }) });
  fc.assert(
    fc.property(
      anySurface,
      point,
      size,
      fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
      (surface, { x, y }, { width, height }, turn) => {
        const seen = { left: x, top: y, right: x + width, bottom: y + height };
        const start = surface.toPage({ x: seen.left, y: seen.top });
        const end = surface.toPage({ x: seen.right, y: seen.bottom });
        const made = [
          newTextMarkup('highlight', { surface, lines: [seen], turn }, defaults),
          newInk(surface, [start, end], defaults),
          newShape('square', surface, { start, end }, defaults),
          newShape('line', surface, { start, end }, defaults),
          newNote(surface, start, defaults),
          newFreeText(surface, start, defaults),
        ];
        const read = parseXfdf(writeXfdf({ annotations: made, envelope: [] }));
        const annotations = read.kind === 'parsed' ? read.annotations.annotations : [];
        expect(annotations.map(({ kind }) => kind)).toEqual(made.map(({ kind }) => kind));
        for (const annotation of annotations) {
          if (annotation.kind === 'opaque') throw new Error('Its place was not read.');
          expect(annotation.page).toBe(surface.page);
          if (annotation.kind === 'highlight' || annotation.kind === 'square') {
            const { left, bottom, right, top } = annotation.rect;
            const [one, other] = [surface.toView({ x: left, y: bottom }), surface.toView({ x: right, y: top })];
            // Marks are written to a hundredth of a page unit.
            expect(Math.abs(Math.min(one.x, other.x) - seen.left)).toBeLessThan(0.02);
            expect(Math.abs(Math.max(one.x, other.x) - seen.right)).toBeLessThan(0.02);
            expect(Math.abs(Math.min(one.y, other.y) - seen.top)).toBeLessThan(0.02);
            expect(Math.abs(Math.max(one.y, other.y) - seen.bottom)).toBeLessThan(0.02);
          }
          if (annotation.kind === 'line') expect(surface.toView(annotation.start).x).toBeCloseTo(seen.left, 1);
          if (annotation.kind === 'ink')
            expect(surface.toView(annotation.strokes[0]?.[1] ?? { x: 0, y: 0 }).y).toBeCloseTo(seen.bottom, 1);
        }
      },
    ),
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
