import { sql } from 'kysely';
import type { RecentDocument } from '#contract/start.ts';
import { recentDocumentsMax } from '#domain/recent.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { loadDocumentsInSight } from '#server/features/papers/documents/load.ts';
import { presentHome } from '#server/features/papers/documents/present.ts';

/** Looked through, since some may have gone out of sight since. */
const openedMax = 3 * recentDocumentsMax;

/** What the member opened last, newest first; only what is still there and in sight. */
export async function listRecentDocuments(scope: BoardScope): Promise<readonly RecentDocument[]> {
  const opened = await scope.tx
    .selectFrom('recent_documents')
    .select('document_id')
    .where('board_id', '=', scope.board.id)
    .where('member_id', '=', scope.member.id)
    .orderBy('opened_at', 'desc')
    .limit(openedMax)
    .execute();
  const documents = await loadDocumentsInSight(
    scope,
    opened.map((row) => row.document_id),
  );
  return documents.slice(0, recentDocumentsMax).map(({ id, title, extension, mime_type, is_link, home }) => ({
    ...{ id, title, extension, mime_type, is_link },
    home: presentHome(home),
  }));
}

/** Moves a document to the top of the member's list. One that is there already is not written: a page that waits for a preview asks often. */
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
