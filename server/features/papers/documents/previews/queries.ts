import { sql } from 'kysely';
import { kindOfFile } from '#domain/documents.ts';
import type { Context } from '#server/context.ts';
import { selectRows } from '#server/db/board-rows.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { definePage } from '#server/db/page-statement.ts';
import { hasJob } from '#server/jobs/queue.ts';

export type VersionFile = NonNullable<Awaited<ReturnType<typeof findVersionFile>>>;

export async function findVersionFile(context: Context, boardId: string, versionId: string) {
  const row = await withBoardJobScope(context, boardId, (scope) =>
    selectRows(scope, 'document_versions', { id: versionId })
      .select(['id', 'board_id', 'document_id', 'filename'])
      .select(['storage_key', 'preview_state', 'preview_key', 'reading_key'])
      .executeTakeFirst(),
  );
  // Uses the version's own name, because the document's current type may differ.
  return row ? { ...row, ...kindOfFile(row.filename) } : null;
}

export async function listPagesWithoutText(context: Context, file: VersionFile): Promise<readonly number[]> {
  const found = await withBoardJobScope(context, file.board_id, ({ tx }) =>
    sql<{ page: number }>`
      select page
      from document_versions version cross join generate_series(1, version.page_count) page
      where version.board_id = ${file.board_id}::uuid and version.id = ${file.id}::uuid and not exists (
        select from document_texts text
        where text.board_id = version.board_id and text.version_id = version.id and text.page = page.page
      )
      order by page
    `.execute(tx),
  );
  return found?.rows.map(({ page }) => page) ?? [];
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
