import { sql } from 'kysely';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';

export async function loadWaitingFile({ tx, board }: Pick<BoardScope, 'tx' | 'board'>, requestId: string) {
  const row = await tx
    .selectFrom('paper_submissions')
    .select(['id', 'filename', 'extension', 'byte_size', 'sha256', 'reading_key', 'reading_bytes'])
    .select(sql<string>`storage_key`.as('storage_key'))
    .where('board_id', '=', board.id)
    .where('request_id', '=', requestId)
    .where('storage_key', 'is not', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function isDocumentThere({ tx, board }: BoardScope, documentId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('documents')
    .select('id')
    .where('board_id', '=', board.id)
    .where('id', '=', documentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function filterSubmissionKeys(scope: BoardJobScope, keys: readonly string[]): Promise<readonly string[]> {
  const board = sql`${scope.board.id}::uuid`;
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from paper_submissions where board_id = ${board} and storage_key = any(${keys})
    union all
    select reading_key from paper_submissions where board_id = ${board} and reading_key = any(${keys})
  `.execute(scope.tx);
  return rows.map((row) => row.key);
}
