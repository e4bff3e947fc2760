import { expect, test } from 'vitest';
import { pdfSurface } from './surface.ts';
import { linesOf, quadsOf, turnedLinesOf, turnOf, type ViewRect } from './text-quads.ts';

const rect = (left: number, top: number, right: number, bottom: number): ViewRect => ({ left, top, right, bottom });
const page = (rotation: number) => pdfSurface({ page: 2, box: [0, 0, 612, 792], rotation, userUnit: 1 });

test('words in any order are joined into one rectangle per line, and empty words are dropped', () => {
  const words = [rect(72, 100, 120, 114), rect(123, 100, 180, 114), rect(184, 101, 300, 114), rect(72, 118, 140, 132)];
  const lines = [rect(72, 100, 300, 114), rect(72, 118, 140, 132)];
  expect(linesOf(words)).toEqual(lines);
  const [one, ...others] = words;
  expect(linesOf([...others, one ?? rect(0, 0, 0, 0), rect(72, 100, 72, 114), rect(80, 100, 90, 100)])).toEqual(lines);
});

test('a superscript belongs to its line, and two columns remain separate', () => {
  expect(linesOf([rect(72, 100, 120, 114), rect(120, 98, 126, 106)])).toHaveLength(1);
  expect(linesOf([rect(72, 100, 280, 114), rect(330, 100, 540, 114)])).toHaveLength(2);
});

test('the rectangle of a line of text is converted to four corners in page units', () => {
  expect(quadsOf(page(0), [rect(72, 100, 300, 114)])).toEqual([
    {
      topLeft: { x: 72, y: 692 },
      topRight: { x: 300, y: 692 },
      bottomLeft: { x: 72, y: 678 },
      bottomRight: { x: 300, y: 678 },
    },
  ]);
});

test('text on a page rotated by 90 degrees has the same corners as on the upright page', () => {
  const surface = page(90);
  const a = surface.toView({ x: 72, y: 678 });
  const b = surface.toView({ x: 300, y: 692 });
  const seen = rect(Math.min(a.x, b.x), Math.min(a.y, b.y), Math.max(a.x, b.x), Math.max(a.y, b.y));
  expect(quadsOf(surface, [seen], turnOf(90))).toEqual(quadsOf(page(0), [rect(72, 100, 300, 114)]));
});

test.each([0, 1, 2, 3] as const)('lines rotated by %i quarter turns are joined along their direction', (turn) => {
  const upright = [rect(10, 10, 50, 20), rect(53, 10, 90, 20), rect(10, 25, 60, 35)];
  const turnedOnce = ({ left, top, right, bottom }: ViewRect) => rect(-bottom, left, -top, right);
  const turned = (each: ViewRect) => Array.from({ length: turn }).reduce<ViewRect>(turnedOnce, each);
  expect(new Set(turnedLinesOf(upright.map(turned), turn))).toEqual(
    new Set([rect(10, 10, 90, 20), rect(10, 25, 60, 35)].map(turned)),
  );
});

test('rotation angles from pdf.js are rounded to the nearest quarter turn', () => {
  expect([0, 89.6, 180, -90, 450].map(turnOf)).toEqual([0, 1, 2, 3, 1]);
});
