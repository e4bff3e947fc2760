/**
 * Where a dragged row would land: the index it takes after it is taken out, with the rows that go along (`span` counts
 * itself). `middles` are the vertical middles of all rows in order, `y` the pointer, all in one frame of pixels.
 */
export function landingIndex(middles: readonly number[], from: number, y: number, span = 1): number {
  return middles.filter((middle, index) => (index < from || index >= from + span) && middle < y).length;
}

/** The gap before which the line is drawn, 0 to the number of rows; null where the row would stay. */
export function lineGap(from: number, to: number, span = 1): number | null {
  if (from === to) return null;
  return to > from ? to + span : to;
}

/** The list with one row moved. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}
