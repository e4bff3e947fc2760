/** The gaps are large, so that moving a row usually changes only that row's position. */
export const positionGap = 1024;
const positionMax = 2_147_483_647;

/** Returns null if the gap is too small. The caller must then renumber all rows. */
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

export function renumbered<T extends { readonly position: number }>(wanted: readonly T[]): readonly T[] {
  const staying = longestRise(wanted.map(({ position }) => position));
  const placed: T[] = [];
  for (let index = 0; index < wanted.length; ) {
    if (staying.has(index)) {
      placed.push(...wanted.slice(index, index + 1));
      index += 1;
      continue;
    }
    let end = index;
    while (end < wanted.length && !staying.has(end)) end += 1;
    const positions = positionsBetween(placed.at(-1)?.position ?? null, wanted[end]?.position ?? null, end - index);
    if (positions === null) return wanted.map((row, nth) => ({ ...row, position: (nth + 1) * positionGap }));
    placed.push(...wanted.slice(index, end).map((row, nth) => ({ ...row, position: positions[nth] ?? 0 })));
    index = end;
  }
  return placed;
}

/** Returns the indexes of a longest increasing subsequence. Takes quadratic time, because lists are short. */
export function longestRise(values: readonly number[]): ReadonlySet<number> {
  const best: { readonly length: number; readonly from: number }[] = [];
  let last = -1;
  for (const [index, value] of values.entries()) {
    let length = 1;
    let from = -1;
    for (let earlier = 0; earlier < index; earlier += 1) {
      const run = best[earlier]?.length ?? 0;
      if ((values[earlier] ?? 0) < value && run + 1 > length) [length, from] = [run + 1, earlier];
    }
    best.push({ length, from });
    if (last === -1 || length > (best[last]?.length ?? 0)) last = index;
  }
  const staying = new Set<number>();
  for (let index = last; index !== -1; index = best[index]?.from ?? -1) staying.add(index);
  return staying;
}
