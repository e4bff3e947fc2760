import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { definePage } from '#server/db/page-statement.ts';

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

export const openedDocument = definePage({ id: 'uuid' }, ({ tx, board, member, now }, { id }) =>
  tx
    .insertInto('recent_documents')
    .columns(['board_id', 'member_id', 'document_id', 'opened_at'])
    .expression(
      tx
        .selectFrom('documents')
        .select(['board_id', sql<string>`${member.id}`.as('member_id'), 'id', sql<Date>`${now}`.as('opened_at')])
        .where('board_id', '=', board.id)
        .where('id', '=', id),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['board_id', 'member_id', 'document_id'])
        .doUpdateSet(({ ref }) => ({ opened_at: ref('excluded.opened_at') }))
        .whereRef('recent_documents.opened_at', '<', 'excluded.opened_at'),
    ),
);
