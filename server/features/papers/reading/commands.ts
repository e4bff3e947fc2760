import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';

export async function rememberPage(scope: BoardScope, documentId: string, page: number): Promise<void> {
  const key = { board_id: scope.board.id, member_id: scope.member.id, document_id: documentId };
  await scope.tx
    .insertInto('reading_positions')
    .values({ ...key, page, updated_at: scope.now })
    .onConflict((conflict) =>
      conflict.columns(['board_id', 'member_id', 'document_id']).doUpdateSet({ page, updated_at: scope.now }),
    )
    .execute();
}

/** Moves a document to the top of the member's list; writes nothing if it is there, since a page may ask often. */
export async function rememberOpened(scope: BoardScope, documentId: string): Promise<void> {
  const { tx, board, member, now } = scope;
  const isBelowAnother = sql<boolean>`exists (
    select from recent_documents other
    where other.board_id = ${board.id}::uuid and other.member_id = ${member.id}::uuid
      and other.document_id <> ${documentId}::uuid and other.opened_at >= recent_documents.opened_at
  )`;
  await tx
    .insertInto('recent_documents')
    .values({ board_id: board.id, member_id: member.id, document_id: documentId, opened_at: now })
    .onConflict((conflict) =>
      conflict.columns(['board_id', 'member_id', 'document_id']).doUpdateSet({ opened_at: now }).where(isBelowAnother),
    )
    .execute();
}
