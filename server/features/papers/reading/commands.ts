import { sql } from 'kysely';
import type { Document } from '#contract/documents.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { DeferredKind } from '#server/db/deferred-writes.ts';
import { carryAnnotationsOver } from '#server/features/papers/annotations/commands.ts';
import { readAnnotations } from '#server/features/papers/annotations/queries.ts';
import { canAnnotate } from '#server/features/papers/documents/policy.ts';
import { requestPreview } from '#server/features/papers/documents/previews/commands.ts';
import { loadDocument } from '#server/features/papers/documents/queries.ts';

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

interface OpenedDocument {
  readonly boardId: string;
  readonly documentId: string;
  readonly memberId: string;
  readonly at: Date;
}

/** Moves documents to the top of their members' lists. */
export const openedDocuments: DeferredKind<OpenedDocument> = {
  name: 'opened documents',
  keyOf: ({ boardId, documentId, memberId }) => `${boardId} ${documentId} ${memberId}`,
  async write(db, opened) {
    const of = <T>(column: (each: OpenedDocument) => T): readonly T[] => opened.map(column);
    await sql`
      select gate.note_opened_documents(${of(({ boardId }) => boardId)}::uuid[], ${of(({ documentId }) => documentId)}::uuid[],
        ${of(({ memberId }) => memberId)}::uuid[], ${of(({ at }) => at)}::timestamptz[])
    `.execute(db);
  },
};

/** What opening a document may bring about, and few openings do: its preview is requested, annotations are carried over. */
export async function prepareDocument(
  scope: BoardScope,
  context: Pick<Context, 'office' | 'config'>,
  documentId: string,
): Promise<{
  readonly preview: Document['preview'] | null;
  readonly annotations: Awaited<ReturnType<typeof readAnnotations>> | null;
}> {
  const document = await loadDocument(scope, documentId);
  const preview = await requestPreview(scope, context, document);
  if (canAnnotate(scope, document, context.config.viewerEngine)) await carryAnnotationsOver(scope, document);
  const annotations = document.version_id === null ? null : await readAnnotations(scope, document.version_id);
  return { preview, annotations };
}
