import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { DocumentHome } from './load.ts';

/** Its meeting's, its announcement's, or its category's. */
export const idOfHome = (home: DocumentHome): string => (home.kind === 'library' ? home.categoryId : home.id);

/** The title of each meeting and announcement, the name of each category, by their ids. */
export async function namesOfHomes(
  scope: BoardScope,
  homes: readonly DocumentHome[],
): Promise<ReadonlyMap<string, string>> {
  const ids = sql`${homes.map(idOfHome)}::uuid[]`;
  const { rows } = await sql<{ id: string; name: string }>`
    select id, title as name from meetings where board_id = ${scope.board.id}::uuid and id = any(${ids})
    union all
    select id, title from announcements where board_id = ${scope.board.id}::uuid and id = any(${ids})
    union all
    select id, name from categories where board_id = ${scope.board.id}::uuid and id = any(${ids})
  `.execute(scope.tx);
  return new Map(rows.map((row) => [row.id, row.name]));
}
