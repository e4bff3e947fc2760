import type { Point, Rect } from '#domain/xfdf/annotation.ts';
import type { ShownPage } from '#web/viewer/stage.ts';
import type { Surface } from './surface.ts';

export function percentBox(rect: Rect, { size, toView }: Surface) {
  const a = toView({ x: rect.left, y: rect.bottom });
  const b = toView({ x: rect.right, y: rect.top });
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return {
    left: percent(Math.min(a.x, b.x), size.width),
    top: percent(Math.min(a.y, b.y), size.height),
    width: percent(Math.abs(a.x - b.x), size.width),
    height: percent(Math.abs(a.y - b.y), size.height),
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
