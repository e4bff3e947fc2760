import { expect, test } from 'vitest';
import type { Annotation, DrawnAnnotation } from '#domain/xfdf/annotation.ts';
import { annotationAt, annotationNear, inPageOrder } from './annotation-geometry.ts';

const base = { page: 0, rect: { left: 0, bottom: 0, right: 100, top: 100 } };
const diagonal = [0, 100].map((at) => ({ x: at, y: at }));
const ink: DrawnAnnotation = { kind: 'ink', id: 'ink', ...base, width: 2, strokes: [diagonal] };
const box: DrawnAnnotation = { kind: 'square', id: 'box', ...base };

test('a click hits ink on its line, but not elsewhere in its rectangle', () => {
  expect(annotationAt([ink], { x: 50, y: 52 }, 3)?.id).toBe('ink');
  expect(annotationAt([ink], { x: 80, y: 20 }, 3)).toBeUndefined();
});

test('a click hits the topmost of overlapping marks', () => {
  expect(annotationAt([box, ink], { x: 50, y: 50 }, 3)?.id).toBe('ink');
  expect(annotationAt([ink, box], { x: 50, y: 50 }, 3)?.id).toBe('box');
});

test('a click near small marks hits the nearest one', () => {
  const note = (id: string, left: number): DrawnAnnotation => ({
    kind: 'text',
    id,
    page: 0,
    rect: { left, bottom: 100, right: left + 12, top: 112 },
  });
  const [one, other] = [note('one', 100), note('other', 120)];
  expect(annotationNear([one, other], { x: 106, y: 126 }, 44)?.id).toBe('one');
  expect(annotationNear([one, other], { x: 106, y: 129 }, 44)).toBeUndefined();
  expect(annotationNear([one, other], { x: 115, y: 106 }, 44)?.id).toBe('one');
  expect(annotationNear([one, other], { x: 117, y: 106 }, 44)?.id).toBe('other');
  expect(annotationNear([box], { x: 50, y: 101 }, 44)).toBeUndefined();
  expect(annotationNear([ink], { x: 50, y: 70 }, 44)?.id).toBe('ink');
  expect(annotationNear([ink], { x: 90, y: 10 }, 44)).toBeUndefined();
});

test('drawn marks are listed by page, then from top to bottom and left to right', () => {
  const at = (id: string, page: number, left: number, top: number): Annotation => ({
    kind: 'text',
    id,
    page,
    rect: { left, bottom: top - 10, right: left + 10, top },
  });
  const element = { name: 'caret', attributes: {}, children: [] };
  const opaque: Annotation = { kind: 'opaque', id: 'o', page: 0, element };
  const shown = [at('d', 1, 0, 700), at('c', 0, 50, 100), opaque, at('b', 0, 60, 700), at('a', 0, 10, 700)];
  expect(inPageOrder(shown).map((annotation) => annotation.id)).toEqual(['a', 'b', 'c', 'd']);
});
