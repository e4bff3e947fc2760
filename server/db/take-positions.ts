import { sql } from 'kysely';
import { planPositions } from '#domain/list-positions.ts';
import type { BoardScope } from './board-scope.ts';

type Table = 'categories' | 'folders' | 'documents';

/** Appends if `beforeId` is null. The caller must lock the list. */
export async function takePositions(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  table: Table,
  to: {
    readonly present: readonly { readonly id: string; readonly position: number }[];
    readonly beforeId: string | null;
    readonly count: number;
  },
): Promise<readonly number[]> {
  const { positions, shifted } = planPositions(to.present, to);
  if (shifted.length > 0) {
    const [ids, places] = [shifted.map(({ id }) => id), shifted.map(({ position }) => position)];
    await sql`
      update ${sql.table(table)} as row set position = wanted.position
      from unnest(${ids}::uuid[], ${places}::int[]) as wanted (id, position)
      where row.board_id = ${scope.board.id}::uuid and row.id = wanted.id
    `.execute(scope.tx);
  }
  return positions;
}
