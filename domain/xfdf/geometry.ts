import type { BoxAnnotation, Point, Rect } from './annotation.ts';

/** The border is drawn inside `rect` (ISO 32000-1, 12.5.6.8). */
export function boxEdge({ rect, fringe, width = 1 }: Pick<BoxAnnotation, 'rect' | 'fringe' | 'width'>): Rect {
  const [left, bottom, right, top] = fringe ?? [width / 2, width / 2, width / 2, width / 2];
  const acrossMax = (rect.right - rect.left) / 2;
  const upMax = (rect.top - rect.bottom) / 2;
  return {
    left: rect.left + Math.min(left, acrossMax),
    bottom: rect.bottom + Math.min(bottom, upMax),
    right: rect.right - Math.min(right, acrossMax),
    top: rect.top - Math.min(top, upMax),
  };
}

/** Points. A deviation this small is invisible. */
export const strokeTolerance = 0.4;

/** Ramer-Douglas-Peucker with an explicit stack, so that long strokes do not overflow the call stack. */
export function simplifyStroke(points: readonly Point[], tolerance: number = strokeTolerance): readonly Point[] {
  if (points.length <= 2) return points;
  const kept = new Set([0, points.length - 1]);
  const spans: [number, number][] = [[0, points.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    const farthest = farthestBetween(points, first, last);
    if (!farthest || farthest.distance <= tolerance) continue;
    kept.add(farthest.index);
    spans.push([first, farthest.index], [farthest.index, last]);
  }
  return points.filter((_, index) => kept.has(index));
}

function farthestBetween(points: readonly Point[], first: number, last: number) {
  let found: { readonly index: number; readonly distance: number } | undefined;
  const start = points[first] as Point;
  const end = points[last] as Point;
  for (let index = first + 1; index < last; index += 1) {
    const distance = distanceToSegment(points[index] as Point, start, end);
    if (!found || distance > found.distance) found = { index, distance };
  }
  return found;
}

export function distanceToSegment(point: Point, start: Point, end: Point): number {
  const dx = end.x - start.x;
  const dy = end.y - start.y;
  const lengthSquared = dx * dx + dy * dy;
  const along =
    lengthSquared === 0
      ? 0
      : Math.max(0, Math.min(1, ((point.x - start.x) * dx + (point.y - start.y) * dy) / lengthSquared));
  return Math.hypot(point.x - start.x - along * dx, point.y - start.y - along * dy);
}
