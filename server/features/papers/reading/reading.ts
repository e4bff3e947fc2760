import type { BoardScope } from '#server/db/board-scope.ts';
import { type EarlierMarks, listEarlierMarks } from '#server/features/papers/annotations/carry-over.ts';

export interface Reading {
  readonly version_id: string | null;
  readonly last_page: number | null;
  readonly earlier: readonly EarlierMarks[];
}

export async function readReading(
  scope: BoardScope,
  document: { readonly id: string; readonly version_id: string | null },
): Promise<Reading> {
  const place = await scope.tx
    .selectFrom('reading_places')
    .select('page')
    .where('board_id', '=', scope.board.id)
    .where('member_id', '=', scope.member.id)
    .where('document_id', '=', document.id)
    .executeTakeFirst();
  const { version_id } = document;
  return { version_id, last_page: place?.page ?? null, earlier: await listEarlierMarks(scope, document) };
}

export async function rememberPage(scope: BoardScope, documentId: string, page: number): Promise<void> {
  const key = { board_id: scope.board.id, member_id: scope.member.id, document_id: documentId };
  await scope.tx
    .insertInto('reading_places')
    .values({ ...key, page, updated_at: scope.now })
    .onConflict((conflict) =>
      conflict.columns(['board_id', 'member_id', 'document_id']).doUpdateSet({ page, updated_at: scope.now }),
    )
    .execute();
}
