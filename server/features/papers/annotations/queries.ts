import { sql } from 'kysely';
import type { AnnotatedDocument } from '#contract/documents.ts';
import { noneLeftPattern } from '#domain/xfdf/annotation.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { presentHome } from '#server/features/papers/documents/present.ts';
import { homeIdOf, listHomeNames, loadVisibleDocuments } from '#server/features/papers/documents/queries.ts';

const markedMax = 200;

/** The documents on whose versions the member has marks, marked last first; only what is still there and in sight. */
export async function listAnnotatedDocuments(scope: BoardScope): Promise<readonly AnnotatedDocument[]> {
  const marked = await scope.tx
    .selectFrom('annotations as mine')
    .innerJoin('document_versions as version', (join) =>
      join.onRef('version.board_id', '=', 'mine.board_id').onRef('version.id', '=', 'mine.version_id'),
    )
    .select(['version.document_id', sql<Date>`max(mine.updated_at)`.as('annotated_at')])
    .where('mine.board_id', '=', scope.board.id)
    .where('mine.member_id', '=', scope.member.id)
    .where('mine.xfdf', 'not like', noneLeftPattern)
    .groupBy('version.document_id')
    .orderBy('annotated_at', 'desc')
    .orderBy('version.document_id')
    .limit(markedMax)
    .execute();
  const times = new Map(marked.map((row) => [row.document_id, row.annotated_at]));
  const documents = await loadVisibleDocuments(scope, [...times.keys()]);
  const names = await listHomeNames(
    scope,
    documents.map((document) => document.home),
  );
  return documents.map(({ id, title, extension, mime_type, is_link, home }) => ({
    ...{ id, title, extension, mime_type, is_link },
    annotated_at: (times.get(id) ?? scope.now).toISOString(),
    home: presentHome(home),
    home_name: names.get(homeIdOf(home)) ?? '',
  }));
}
