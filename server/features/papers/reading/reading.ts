import { noneLeftPattern } from '#domain/xfdf/marks-left.ts';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import type { BoardScope } from '#server/db/board-scope.ts';

export interface Reading {
  readonly version_id: string | null;
  readonly last_page: number | null;
  readonly earlier: { readonly version_id: string; readonly marks: number } | null;
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
  return { version_id, last_page: place?.page ?? null, earlier: await earlierMarks(scope, document) };
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

/** The newest version before the current one on which the reader has marks. */
async function earlierMarks(
  scope: BoardScope,
  document: { readonly id: string; readonly version_id: string | null },
): Promise<Reading['earlier']> {
  if (document.version_id === null) return null;
  const earlier = await scope.tx
    .selectFrom('annotations as mine')
    .innerJoin('document_versions as version', (join) =>
      join.onRef('version.board_id', '=', 'mine.board_id').onRef('version.id', '=', 'mine.version_id'),
    )
    .select(['mine.version_id', 'mine.xfdf'])
    .where('mine.board_id', '=', scope.board.id)
    .where('mine.member_id', '=', scope.member.id)
    .where('version.document_id', '=', document.id)
    .where('mine.version_id', '!=', document.version_id)
    .where('mine.xfdf', 'not like', noneLeftPattern)
    .orderBy('version.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!earlier) return null;
  const parsed = parseXfdf(earlier.xfdf);
  const marks = parsed.kind === 'parsed' ? parsed.marks.marks.length : 0;
  return marks === 0 ? null : { version_id: earlier.version_id, marks };
}
