/** Far apart, so that moving a row rewrites only that row. */
export const positionGap = 1024;
/** The database column's maximum. */
const positionMax = 2_147_483_647;

/** Null on a side without a neighbour. Returns null without room: then all rows are renumbered. */
export function positionsBetween(before: number | null, after: number | null, count: number): readonly number[] | null {
  const low = before ?? 0;
  const step = after === null ? positionGap : Math.floor((after - low) / (count + 1));
  if (step < 1 || low + step * count > positionMax) return null;
  return Array.from({ length: count }, (_, index) => low + step * (index + 1));
}

interface Placed {
  readonly id: string;
  readonly position: number;
}

/** `shifted` are the rows to renumber to make room, mostly none. `present` is in order, without the moving rows. */
export function planPositions(
  present: readonly Placed[],
  to: { readonly beforeId: string | null; readonly count: number },
): { readonly positions: readonly number[]; readonly shifted: readonly Placed[] } {
  const found = present.findIndex((row) => row.id === to.beforeId);
  const at = found === -1 ? present.length : found;
  const free = positionsBetween(present[at - 1]?.position ?? null, present[at]?.position ?? null, to.count);
  if (free !== null) return { positions: free, shifted: [] };
  const places = Array.from({ length: present.length + to.count }, (_, index) => (index + 1) * positionGap);
  const positions = places.slice(at, at + to.count);
  const others = [...places.slice(0, at), ...places.slice(at + to.count)];
  return { positions, shifted: present.map((row, index) => ({ id: row.id, position: others[index] ?? row.position })) };
}
