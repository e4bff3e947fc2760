import { expect, test } from 'vitest';
import { writeAnnotation } from '#domain/xfdf/write.ts';
import { inkColours } from './ink-colours.ts';
import { newInk, newTextMarkup } from './new-annotation.ts';
import { imageSurface, pdfSurface } from './surface.ts';

const defaults = { author: 'Elena Kowalczyk', colour: inkColours.yellow };

test('a highlight of three lines takes fewer than 400 characters', () => {
  const surface = pdfSurface({ page: 11, box: [0, 0, 612, 792], rotation: 0, userUnit: 1 });
  const lines = [0, 1, 2].map((line) => ({
    left: 72.3333,
    right: 540.123456,
    top: 100 + 18.1234 * line,
    bottom: 113.7 + 18.1234 * line,
  }));
  const annotation = newTextMarkup('highlight', { surface, lines, turn: 0 }, defaults);
  expect(writeAnnotation(annotation).length).toBeLessThan(400);
  expect(annotation).toMatchObject({ page: 11, author: 'Elena Kowalczyk', colour: '#ffe27a', flags: ['print'] });
});

const inkThrough = (surface: Parameters<typeof newInk>[0], ...points: readonly (readonly [number, number])[]) =>
  newInk(
    surface,
    points.map(([x, y]) => ({ x, y })),
    defaults,
  );

test('ink is simplified, and its rectangle includes the width of the stroke', () => {
  const stroke = Array.from({ length: 50 }, (_, index) => [index, 10] as const);
  const page = pdfSurface({ page: 0, box: [0, 0, 612, 792], rotation: 0, userUnit: 1 });
  expect(inkThrough(page, ...stroke)).toMatchObject({
    strokes: [[{ x: 0 }, { x: 49 }]],
    rect: { left: -1, bottom: 9, right: 50, top: 11 },
  });
});

test('pen strokes on a photograph are as wide as on a page of the same size', () => {
  const annotation = inkThrough(imageSurface({ width: 7920, height: 4000 }), [0, 0], [50, 3], [99, 0]);
  expect(annotation).toMatchObject({ width: 20, strokes: [[{ x: 0 }, { x: 99 }]] });
});
