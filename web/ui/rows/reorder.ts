/**
 * Where a dragged row would land: the index it takes after it is taken out.
 * `middles` are the vertical middles of all rows in order, `y` the pointer, all in one frame of pixels.
 */
export function landingIndex(middles: readonly number[], from: number, y: number): number {
  const above = middles.filter((middle, index) => index !== from && middle < y).length;
  return above;
}

/** The gap before which the line is drawn, 0 to the number of rows; null where the row would stay. */
export function lineGap(from: number, to: number): number | null {
  if (from === to) return null;
  return to > from ? to + 1 : to;
}

/** The list with one row moved. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}
