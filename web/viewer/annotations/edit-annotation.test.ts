import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BoxAnnotation, InkAnnotation, LineAnnotation, TextMarkup } from '#domain/xfdf/annotation.ts';
import {
  annotationLabel,
  drawnColourOf,
  isMovable,
  isResizable,
  movedAnnotation,
  resizedAnnotation,
  restyledAnnotation,
  withEnd,
} from './edit-annotation.ts';
import { defaultShapeEnds, newFreeText, newNote, newShape } from './new-annotation.ts';
import { pdfSurface } from './surface.ts';

const surface = pdfSurface({ page: 0, box: [50, 40, 650, 840], rotation: 90, userUnit: 1 });
const rect = { left: 100, bottom: 100, right: 200, top: 150 };
const [start, end] = [
  { x: 100, y: 100 },
  { x: 200, y: 150 },
];
const ink: InkAnnotation = { kind: 'ink', id: 'i', page: 0, rect, strokes: [[start, end]] };
const around = { left: 90, bottom: 90, right: 210, top: 160 };
const line: LineAnnotation = { kind: 'line', id: 'l', page: 0, rect: around, start, end, width: 2 };
const square: BoxAnnotation = { kind: 'square', id: 's', page: 0, rect };
const highlight: TextMarkup = { kind: 'highlight', id: 'h', page: 0, rect, quads: [] };
const defaults = { author: 'Elena', colour: '#b8321f', width: 2, opacity: 0.5 };

test('a moved mark keeps its shape and remains on its page', () => {
  fc.assert(
    fc.property(fc.integer({ min: -2000, max: 2000 }), fc.integer({ min: -2000, max: 2000 }), (x, y) => {
      const moved = movedAnnotation(ink, { x, y }, surface) as InkAnnotation;
      expect(moved.rect.left).toBeGreaterThanOrEqual(50);
      expect(moved.rect.right).toBeLessThanOrEqual(650);
      expect(moved.rect.bottom).toBeGreaterThanOrEqual(40);
      expect(moved.rect.top).toBeLessThanOrEqual(840);
      const [first, last] = moved.strokes[0] ?? [];
      expect((last?.x ?? 0) - (first?.x ?? 0)).toBeCloseTo(100);
      expect((last?.y ?? 0) - (first?.y ?? 0)).toBeCloseTo(50);
    }),
  );
});

test('resizing ink scales its strokes', () => {
  const pulled = resizedAnnotation(ink, { left: 100, bottom: 100, right: 300, top: 200 }) as InkAnnotation;
  expect(pulled.strokes[0]).toEqual([
    { x: 100, y: 100 },
    { x: 300, y: 200 },
  ]);
});

test('moving one end of a line does not move the other end', () => {
  const pulled = withEnd(line, 'end', { x: 400, y: 100 }) as LineAnnotation;
  expect(pulled).toMatchObject({ start: { x: 100, y: 100 }, end: { x: 400, y: 100 } });
  expect(pulled.rect.right).toBe(408);
});

test('text markup is labelled with its words and its note', () => {
  expect(annotationLabel(highlight)).toBe('Highlight on page 1');
  const noted = { ...highlight, words: 'a surplus', contents: 'Ask Priya' };
  expect(annotationLabel(noted)).toBe('Highlight on page 1, “a surplus”: Ask Priya');
});

test('text markup cannot be moved, and lines and notes cannot be resized', () => {
  expect(isMovable(highlight)).toBe(false);
  expect(isMovable(line) && !isResizable(line)).toBe(true);
  expect(isResizable(square)).toBe(true);
  expect(isResizable(newNote(surface, { x: 100, y: 100 }, defaults))).toBe(false);
});

test('restyling free text changes its text colour, but not its width', () => {
  const words = newFreeText(surface, { x: 100, y: 100 }, defaults);
  expect(restyledAnnotation(words, { colour: '#1c1a16', width: 9 })).toMatchObject({ textColour: '#1c1a16', width: 0 });
  const style = { colour: '#1c1a16', width: 9, opacity: 0.2 };
  expect(restyledAnnotation(square, style)).toMatchObject(style);
});

test('a new mark is placed completely on the visible page, even if the page is rotated', () => {
  const far = newFreeText(surface, { x: 649, y: 839 }, defaults);
  expect(far.rect.right).toBeLessThanOrEqual(650);
  expect(far.rect.top).toBeLessThanOrEqual(840);
  // On a rotated page, the visible width is a height in page units.
  expect(far.rect.top - far.rect.bottom).toBeCloseTo(180);
  const arrow = newShape('line', surface, defaultShapeEnds(surface, { x: 300, y: 400 }), defaults);
  expect(arrow).toMatchObject({ kind: 'line', tail: 'OpenArrow', opacity: 0.5, colour: '#b8321f' });
});

test('a mark is drawn in its own colour, or else in the default colour of its kind', () => {
  const { colour: _, ...note } = newNote(surface, { x: 100, y: 100 }, defaults);
  const lines = [line, square, ink, { ...highlight, kind: 'underline' } as const];
  expect(drawnColourOf({ ...line, colour: '#124e52' })).toBe('#124e52');
  expect(lines.map(drawnColourOf)).toEqual(lines.map(() => '#b8321f'));
  const stamp = { ...square, kind: 'stamp' } as const;
  expect([highlight, note, stamp].map(drawnColourOf)).toEqual(['#ffe27a', '#ffe27a', '#b8321f']);
  expect(drawnColourOf({ ...square, kind: 'freetext' })).toBe('#1c1a16');
});
