import type { Point, Rect } from '#domain/xfdf/annotation.ts';
import type { ShownPage } from '#web/viewer/stage.ts';
import type { Surface } from './surface.ts';

/** Converts a rectangle from page units to view units. */
export function viewBox(rect: Rect, { toView }: Surface) {
  const a = toView({ x: rect.left, y: rect.bottom });
  const b = toView({ x: rect.right, y: rect.top });
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}

const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`;

export function percentBox(rect: Rect, surface: Surface) {
  const { x, y, width, height } = viewBox(rect, surface);
  const { size } = surface;
  return {
    left: percent(x, size.width),
    top: percent(y, size.height),
    width: percent(width, size.width),
    height: percent(height, size.height),
  };
}

export function viewPoint(
  { element, surface }: ShownPage,
  client: { readonly clientX: number; readonly clientY: number },
): Point {
  const box = element.getBoundingClientRect();
  return {
    x: ((client.clientX - box.left) / box.width) * surface.size.width,
    y: ((client.clientY - box.top) / box.height) * surface.size.height,
  };
}

/** Returns page units per CSS pixel at the current zoom. */
export function unitsPerPixel({ element, surface }: ShownPage): number {
  return surface.size.width / element.getBoundingClientRect().width;
}
