import { sql } from 'kysely';
import { positionGap, positionsBetween } from '#domain/list-positions.ts';
import type { BoardScope } from '#server/db/board-scope.ts';

/** Where an item stands. */
export interface AgendaPlace {
  readonly id: string;
  readonly depth: number;
  readonly position: number;
}

/** Positions behind all that are there. */
export function newestPositions(present: readonly AgendaPlace[], count: number): readonly number[] {
  const last = present.at(-1)?.position ?? null;
  return positionsBetween(last, null, count) ?? [];
}

/**
 * Writes the rows that stand elsewhere or deeper than before, and no others unless there is no room between their new
 * neighbours. Answers false when nothing had to be written. The meeting's row must be locked.
 */
export async function writeOrder(
  scope: BoardScope,
  present: readonly AgendaPlace[],
  wanted: readonly AgendaPlace[],
): Promise<boolean> {
  const before = new Map(present.map((place) => [place.id, place]));
  const changed = renumbered(wanted).filter((place) => {
    const was = before.get(place.id);
    return was === undefined || was.position !== place.position || was.depth !== place.depth;
  });
  if (changed.length === 0) return false;
  await sql`
    update agenda_items set position = wanted.position, depth = wanted.depth
    from unnest(
      ${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ position }) => position)}::int[], ${changed.map(({ depth }) => depth)}::int[]
    ) as wanted (id, position, depth)
    where agenda_items.id = wanted.id and agenda_items.board_id = ${scope.board.id}
  `.execute(scope.tx);
  return true;
}

/** The same order with rising positions: rows that are in order keep theirs, the others stand between them. */
export function renumbered<T extends { readonly position: number }>(wanted: readonly T[]): readonly T[] {
  const staying = longestRise(wanted);
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
    if (positions === null) return wanted.map((place, nth) => ({ ...place, position: (nth + 1) * positionGap }));
    placed.push(...wanted.slice(index, end).map((place, nth) => ({ ...place, position: positions[nth] ?? 0 })));
    index = end;
  }
  return placed;
}

/** The indexes of as many rows as possible whose positions rise already. */
function longestRise(rows: readonly { readonly position: number }[]): ReadonlySet<number> {
  const best: { readonly length: number; readonly from: number }[] = [];
  let last = -1;
  for (const [index, row] of rows.entries()) {
    let length = 1;
    let from = -1;
    for (let earlier = 0; earlier < index; earlier += 1) {
      const run = best[earlier]?.length ?? 0;
      if ((rows[earlier]?.position ?? 0) < row.position && run + 1 > length) [length, from] = [run + 1, earlier];
    }
    best.push({ length, from });
    if (last === -1 || length > (best[last]?.length ?? 0)) last = index;
  }
  const staying = new Set<number>();
  for (let index = last; index !== -1; index = best[index]?.from ?? -1) staying.add(index);
  return staying;
}
