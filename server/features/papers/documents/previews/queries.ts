import { kindOfFile } from '#domain/documents.ts';
import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';

/** A version's bytes, and what was made of them so far. */
export interface VersionFile {
  readonly boardId: string;
  readonly documentId: string;
  readonly versionId: string;
  readonly extension: string;
  readonly mimeType: string;
  readonly storageKey: string;
  readonly previewState: 'none' | 'waiting' | 'made' | 'failed';
  readonly previewKey: string | null;
}

/** Null when the version, or its board, is gone. */
export async function findVersionFile(
  context: Context,
  boardId: string,
  versionId: string,
): Promise<VersionFile | null> {
  return withBoardJobScope(context, boardId, async (scope) => {
    const row = await scope.tx
      .selectFrom('document_versions')
      .select(['document_id', 'filename', 'storage_key', 'preview_state', 'preview_key'])
      .where('board_id', '=', boardId)
      .where('id', '=', versionId)
      .executeTakeFirst();
    if (!row) return null;
    // By its own name: the document may have become another kind of file since.
    const { extension, mime_type: mimeType } = kindOfFile(row.filename);
    return {
      boardId,
      versionId,
      documentId: row.document_id,
      extension,
      mimeType,
      storageKey: row.storage_key,
      previewState: row.preview_state,
      previewKey: row.preview_key,
    };
  });
}
