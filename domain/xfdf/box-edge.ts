import type { BoxMark, Rect } from './mark.ts';

/**
 * The middle of a rectangle's or ellipse's line: inside the mark's rectangle by what the mark says, else by half of the line's
 * width, so that the line stays within (ISO 32000-1, 12.5.6.8). Viewer and copy draw the same.
 */
export function boxEdge({ rect, fringe, width = 1 }: Pick<BoxMark, 'rect' | 'fringe' | 'width'>): Rect {
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
