import type { Annotation, DrawnAnnotation, Point, Quad, Rect } from '#domain/xfdf/annotation.ts';
import { distanceToSegment } from '#domain/xfdf/geometry.ts';
import { shownAnnotations } from '#domain/xfdf/shown.ts';

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
export function annotationAt(
  annotations: readonly Annotation[],
  point: Point,
  reach: number,
): DrawnAnnotation | undefined {
  return shownAnnotations(annotations).findLast((annotation) => hits(annotation, point, reach));
}

function hits(annotation: DrawnAnnotation, point: Point, reach: number): boolean {
  switch (annotation.kind) {
    case 'highlight':
    case 'underline':
    case 'strikeout':
    case 'squiggly':
      return annotation.quads.some((quad) => inside(rectAround(quadCorners(quad)), point));
    case 'ink':
      return annotation.strokes.some((stroke) => nearLine(stroke, point, reach + (annotation.width ?? 1) / 2));
    case 'line':
      return nearLine([annotation.start, annotation.end], point, reach + (annotation.width ?? 1) / 2);
    case 'polyline':
      return nearLine(annotation.vertices, point, reach + (annotation.width ?? 1) / 2);
    case 'polygon': {
      const [first] = annotation.vertices;
      return (
        first !== undefined && nearLine([...annotation.vertices, first], point, reach + (annotation.width ?? 1) / 2)
      );
    }
    case 'square':
    case 'circle':
    case 'freetext':
    case 'text':
    case 'stamp':
      return inside(annotation.rect, point);
    default:
      return annotation satisfies never;
  }
}

export function inside(rect: Rect, { x, y }: Point): boolean {
  return x >= rect.left && x <= rect.right && y >= rect.bottom && y <= rect.top;
}

function nearLine(points: readonly Point[], point: Point, reach: number): boolean {
  const [only] = points;
  if (points.length === 1 && only) return Math.hypot(point.x - only.x, point.y - only.y) <= reach;
  return points.slice(1).some((end, index) => distanceToSegment(point, points[index] as Point, end) <= reach);
}

/** In the order in which one reads: page by page, from the top, then from the left. */
export function inPageOrder(annotations: readonly Annotation[]): readonly DrawnAnnotation[] {
  return shownAnnotations(annotations).toSorted(
    (a, b) => a.page - b.page || b.rect.top - a.rect.top || a.rect.left - b.rect.left,
  );
}
