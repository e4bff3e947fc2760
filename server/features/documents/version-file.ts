import type { Context } from '../../context.ts';
import { withBoardJobScope } from '../../db/board-scope.ts';

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
      .selectFrom('document_versions as version')
      .innerJoin('documents as document', (join) =>
        join.onRef('document.board_id', '=', 'version.board_id').onRef('document.id', '=', 'version.document_id'),
      )
      .select([
        ...(['version.document_id', 'version.storage_key', 'version.preview_state', 'version.preview_key'] as const),
        ...(['document.extension', 'document.mime_type'] as const),
      ])
      .where('version.board_id', '=', boardId)
      .where('version.id', '=', versionId)
      .executeTakeFirst();
    if (!row) return null;
    return {
      boardId,
      versionId,
      documentId: row.document_id,
      extension: row.extension,
      mimeType: row.mime_type,
      storageKey: row.storage_key,
      previewState: row.preview_state,
      previewKey: row.preview_key,
    };
  });
}
