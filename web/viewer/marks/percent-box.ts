import type { Rect } from '#domain/xfdf/mark.ts';
import type { Surface } from './surface.ts';

/** Where a rectangle stands on its page, in percent of the page, so that it holds at every zoom. */
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
