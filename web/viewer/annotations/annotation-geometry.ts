import type { Annotation, DrawnAnnotation, Point, Quad, Rect } from '#domain/xfdf/annotation.ts';
import { distanceToSegment } from '#domain/xfdf/geometry.ts';

/** The smallest upright rectangle around points, `margin` wider on every side. */
export function rectAround(points: readonly Point[], margin = 0): Rect {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  return {
    left: Math.min(...xs) - margin,
    bottom: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    top: Math.max(...ys) + margin,
  };
}

export function quadCorners(quad: Quad): readonly [Point, Point, Point, Point] {
  return [quad.topLeft, quad.topRight, quad.bottomRight, quad.bottomLeft];
}

/**
 * The mark under a place on a page, the topmost (last drawn) first; lines are hit within `reach` of their ink.
 *
 * @param place in page units
 * @param reach in page units
 */
export function annotationAt(marks: readonly Annotation[], place: Point, reach: number): DrawnAnnotation | undefined {
  return marks.findLast((mark): mark is DrawnAnnotation => mark.kind !== 'opaque' && hits(mark, place, reach));
}

function hits(mark: DrawnAnnotation, place: Point, reach: number): boolean {
  switch (mark.kind) {
    case 'highlight':
    case 'underline':
    case 'strikeout':
    case 'squiggly':
      return mark.quads.some((quad) => inside(rectAround(quadCorners(quad)), place));
    case 'ink':
      return mark.strokes.some((stroke) => nearLine(stroke, place, reach + (mark.width ?? 1) / 2));
    case 'line':
      return nearLine([mark.start, mark.end], place, reach + (mark.width ?? 1) / 2);
    case 'polyline':
      return nearLine(mark.vertices, place, reach + (mark.width ?? 1) / 2);
    case 'polygon': {
      const [first] = mark.vertices;
      return first !== undefined && nearLine([...mark.vertices, first], place, reach + (mark.width ?? 1) / 2);
    }
    case 'square':
    case 'circle':
    case 'freetext':
    case 'text':
    case 'stamp':
      return inside(mark.rect, place);
    default:
      return mark satisfies never;
  }
}

function inside(rect: Rect, { x, y }: Point): boolean {
  return x >= rect.left && x <= rect.right && y >= rect.bottom && y <= rect.top;
}

function nearLine(points: readonly Point[], place: Point, reach: number): boolean {
  const [only] = points;
  if (points.length === 1 && only) return Math.hypot(place.x - only.x, place.y - only.y) <= reach;
  return points.slice(1).some((end, index) => distanceToSegment(place, points[index] as Point, end) <= reach);
}

/** In the order in which one reads: page by page, from the top, then from the left. */
export function inPageOrder(marks: readonly Annotation[]): readonly DrawnAnnotation[] {
  return marks
    .filter((mark) => mark.kind !== 'opaque')
    .toSorted((a, b) => a.page - b.page || b.rect.top - a.rect.top || a.rect.left - b.rect.left);
}
