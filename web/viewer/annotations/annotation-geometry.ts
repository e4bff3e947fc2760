import type { Annotation, DrawnAnnotation, Point, Quad, Rect } from '#domain/xfdf/annotation.ts';
import { distanceToSegment } from '#domain/xfdf/geometry.ts';
import { shownAnnotations } from '#domain/xfdf/shown.ts';

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

/** Returns the topmost annotation at the point. A line may be up to `reach` away. All values are in page units. */
export function annotationAt(
  annotations: readonly Annotation[],
  point: Point,
  reach: number,
): DrawnAnnotation | undefined {
  return shownAnnotations(annotations).findLast((annotation) => hits(annotation, point, reach));
}

/** Treats each annotation as at least `least` page units wide and high. */
export function annotationNear(
  annotations: readonly Annotation[],
  point: Point,
  least: number,
): DrawnAnnotation | undefined {
  const near = shownAnnotations(annotations)
    .map((annotation) => ({ annotation, by: nearness(annotation, point, least) }))
    .filter(({ by }) => by < Number.POSITIVE_INFINITY);
  return near.toSorted((one, other) => one.by - other.by)[0]?.annotation;
}

function nearness(annotation: DrawnAnnotation, point: Point, least: number): number {
  const lines = linesOf(annotation);
  const distances =
    lines === undefined
      ? rectsOf(annotation)
          .filter((rect) => containsPoint(atLeast(rect, least), point))
          .map((rect) => distanceToRect(point, rect))
      : lines.map((line) => distanceToLine(point, line)).filter((distance) => distance <= least / 2);
  return Math.min(...distances);
}

function hits(annotation: DrawnAnnotation, point: Point, reach: number): boolean {
  const lines = linesOf(annotation);
  if (lines === undefined) return rectsOf(annotation).some((rect) => containsPoint(rect, point));
  const width = 'width' in annotation ? (annotation.width ?? 1) : 1;
  return lines.some((line) => distanceToLine(point, line) <= reach + width / 2);
}

function linesOf(annotation: DrawnAnnotation): readonly (readonly Point[])[] | undefined {
  switch (annotation.kind) {
    case 'ink':
      return annotation.strokes;
    case 'line':
      return [[annotation.start, annotation.end]];
    case 'polyline':
      return [annotation.vertices];
    case 'polygon':
      return [[...annotation.vertices, ...annotation.vertices.slice(0, 1)]];
    default:
      return undefined;
  }
}

const rectsOf = (annotation: DrawnAnnotation): readonly Rect[] =>
  'quads' in annotation ? annotation.quads.map((quad) => rectAround(quadCorners(quad))) : [annotation.rect];

function atLeast({ left, bottom, right, top }: Rect, least: number): Rect {
  const aside = Math.max(0, least - (right - left)) / 2;
  const above = Math.max(0, least - (top - bottom)) / 2;
  return { left: left - aside, bottom: bottom - above, right: right + aside, top: top + above };
}

function distanceToRect({ x, y }: Point, { left, bottom, right, top }: Rect): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(bottom - y, 0, y - top));
}

export function containsPoint(rect: Rect, { x, y }: Point): boolean {
  return x >= rect.left && x <= rect.right && y >= rect.bottom && y <= rect.top;
}

function distanceToLine(point: Point, line: readonly Point[]): number {
  const [only] = line;
  if (line.length === 1 && only) return Math.hypot(point.x - only.x, point.y - only.y);
  return Math.min(...line.slice(1).map((end, index) => distanceToSegment(point, line[index] as Point, end)));
}

export function inPageOrder(annotations: readonly Annotation[]): readonly DrawnAnnotation[] {
  return shownAnnotations(annotations).toSorted(
    (a, b) => a.page - b.page || b.rect.top - a.rect.top || a.rect.left - b.rect.left,
  );
}
