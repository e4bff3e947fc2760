import { sql } from 'kysely';
import { kindOfFile } from '#domain/documents.ts';
import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { definePage } from '#server/db/page-statement.ts';
import { hasJob } from '#server/jobs/queue.ts';

export type VersionFile = NonNullable<Awaited<ReturnType<typeof findVersionFile>>>;

export async function findVersionFile(context: Context, boardId: string, versionId: string) {
  const row = await withBoardJobScope(context, boardId, ({ tx }) =>
    tx
      .selectFrom('document_versions')
      .select(['id', 'board_id', 'document_id', 'filename'])
      .select(['storage_key', 'preview_state', 'preview_key', 'reading_key'])
      .where('board_id', '=', boardId)
      .where('id', '=', versionId)
      .executeTakeFirst(),
  );
  // Uses the version's own name, because the document's current type may differ.
  return row ? { ...row, ...kindOfFile(row.filename) } : null;
}

export async function listPagesWithoutText(context: Context, file: VersionFile): Promise<readonly number[]> {
  const pages = await withBoardJobScope(context, file.board_id, async ({ tx }) => {
    const version = await tx
      .selectFrom('document_versions')
      .select('page_count')
      .where('board_id', '=', file.board_id)
      .where('id', '=', file.id)
      .executeTakeFirst();
    const texts = await tx
      .selectFrom('document_texts')
      .select('page')
      .where('board_id', '=', file.board_id)
      .where('version_id', '=', file.id)
      .execute();
    const known = new Set(texts.map(({ page }) => page));
    return Array.from({ length: version?.page_count ?? 0 }, (_, index) => index + 1).filter((page) => !known.has(page));
  });
  return pages ?? [];
}

export const prepareVersionJobName = 'prepare-version';

export const previewJob = definePage({ id: 'uuid' }, (scope, { id }) =>
  scope.tx
    .selectFrom('document_versions as version')
    .select(sql<boolean>`not ${hasJob(sql`${sql.lit(`${prepareVersionJobName}:`)} || version.id::text`)}`.as('is_lost'))
    .where('version.board_id', '=', scope.board.id)
    .where('version.document_id', '=', id)
    .orderBy('version.number', 'desc')
    .limit(1),
);
