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

test('the coordinates of an image start at the bottom left, and view coordinates at the top left', () => {
  expect(imageSurface({ width: 800, height: 600 }).toPage({ x: 10, y: 20 })).toEqual({ x: 10, y: 580 });
});

test('converting a point to view coordinates and back gives the same point, on every page and image', () => {
  fc.assert(
    fc.property(anySurface, fc.record({ x: coordinate, y: coordinate }), ({ toPage, toView }, point) => {
      const back = toPage(toView(point));
      expect(back.x).toBeCloseTo(point.x);
      expect(back.y).toBeCloseTo(point.y);
    }),
  );
});

test('marks on any rotated, cropped and scaled page keep their position after saving and reading', () => {
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
