import { type RawBuilder, sql } from 'kysely';
import { kindOfFile } from '#domain/documents.ts';
import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { definePage } from '#server/db/page-statement.ts';
import { hasJob } from '#server/jobs/queue.ts';

export interface VersionFile {
  readonly boardId: string;
  readonly documentId: string;
  readonly versionId: string;
  readonly extension: string;
  readonly mimeType: string;
  readonly storageKey: string;
  readonly previewState: 'none' | 'waiting' | 'made' | 'failed';
  readonly previewKey: string | null;
  readonly readingKey: string | null;
}

export async function findVersionFile(
  context: Context,
  boardId: string,
  versionId: string,
): Promise<VersionFile | null> {
  return withBoardJobScope(context, boardId, async (scope) => {
    const row = await scope.tx
      .selectFrom('document_versions')
      .select(['document_id', 'filename', 'storage_key', 'preview_state', 'preview_key', 'reading_key'])
      .where('board_id', '=', boardId)
      .where('id', '=', versionId)
      .executeTakeFirst();
    if (!row) return null;
    // Uses the version's own name, because the document's current type may differ.
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
      readingKey: row.reading_key,
    };
  });
}

export async function listPagesWithoutText(context: Context, file: VersionFile): Promise<readonly number[]> {
  const pages = await withBoardJobScope(context, file.boardId, async ({ tx }) => {
    const version = await tx
      .selectFrom('document_versions')
      .select('page_count')
      .where('board_id', '=', file.boardId)
      .where('id', '=', file.versionId)
      .executeTakeFirst();
    const texts = await tx
      .selectFrom('document_texts')
      .select('page')
      .where('board_id', '=', file.boardId)
      .where('version_id', '=', file.versionId)
      .execute();
    const known = new Set(texts.map(({ page }) => page));
    return Array.from({ length: version?.page_count ?? 0 }, (_, index) => index + 1).filter((page) => !known.has(page));
  });
  return pages ?? [];
}

export const preparingKeyPrefix = 'prepare-version:';

export const isJobLost = (versionId: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`not ${hasJob(sql`${sql.lit(preparingKeyPrefix)} || ${versionId}::text`)}`;

export const previewJob = definePage({ id: 'uuid' }, (scope, { id }) =>
  scope.tx
    .selectFrom('document_versions as version')
    .select(isJobLost(sql.ref('version.id')).as('is_lost'))
    .where('version.board_id', '=', scope.board.id)
    .where('version.document_id', '=', id)
    .orderBy('version.number', 'desc')
    .limit(1),
);
