import type { z } from 'zod';
import type { annotations, saveAnnotations } from '#contract/documents.ts';
import { annotationLimitDialog, validationMessages } from '#domain/messages.ts';
import { annotationCharactersMax } from '#domain/xfdf/limits.ts';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { invalid, notFound } from '#server/errors.ts';
import type { LoadedDocument } from '#server/features/papers/documents/load.ts';
import { refuseVersionUnseen } from '#server/features/papers/documents/versions.ts';

type Answer = z.output<NonNullable<typeof saveAnnotations.answer>>;

/** The member's own marks on a version; nobody else's are ever read. */
export async function readAnnotations(scope: BoardScope, versionId: string): Promise<z.output<typeof annotations>> {
  const row = await scope.tx
    .selectFrom('annotations')
    .select(['xfdf', 'revision'])
    .where('board_id', '=', scope.board.id)
    .where('version_id', '=', versionId)
    .where('member_id', '=', scope.member.id)
    .executeTakeFirst();
  return row ?? { xfdf: null, revision: 0 };
}

/**
 * Stores the member's marks on a version, whole. Refused: what the strict reader does not know, and 65,000 UTF-16 units or
 * more (specification, section 5). A save that was based on an older revision is answered with what is stored.
 */
export async function storeAnnotations(
  scope: BoardScope,
  document: LoadedDocument,
  given: {
    readonly versionId: string;
    readonly xfdf: string;
    readonly baseRevision: number;
  },
): Promise<Answer> {
  if (given.xfdf.length >= annotationCharactersMax) throw invalid({ annotations: annotationLimitDialog.message });
  const parsed = parseXfdf(given.xfdf);
  if (parsed.kind !== 'parsed') throw invalid({ annotations: validationMessages.invalid });
  const xfdf = writeXfdf(parsed.marks);
  if (xfdf.length >= annotationCharactersMax) throw invalid({ annotations: annotationLimitDialog.message });
  await refuseOtherVersion(scope, { documentId: document.id, versionId: given.versionId });
  await refuseVersionUnseen(scope, document, given.versionId);
  if (given.baseRevision === 0) {
    const made = await scope.tx
      .insertInto('annotations')
      .values({
        board_id: scope.board.id,
        version_id: given.versionId,
        member_id: scope.member.id,
        xfdf,
        revision: 1,
        updated_at: scope.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('revision')
      .executeTakeFirst();
    if (made) return { result: 'saved', id: document.id, revision: made.revision };
  }
  const changed = await scope.tx
    .updateTable('annotations')
    .set((row) => ({ xfdf, revision: row('revision', '+', 1), updated_at: scope.now }))
    .where('board_id', '=', scope.board.id)
    .where('version_id', '=', given.versionId)
    .where('member_id', '=', scope.member.id)
    .where('revision', '=', given.baseRevision)
    .returning('revision')
    .executeTakeFirst();
  if (changed) return { result: 'saved', id: document.id, revision: changed.revision };
  const stored = await readAnnotations(scope, given.versionId);
  return { result: 'stale', xfdf: stored.xfdf ?? writeXfdf({ ...parsed.marks, marks: [] }), revision: stored.revision };
}

/** A version under another document is no version of this one. */
export async function refuseOtherVersion(
  scope: BoardScope,
  given: { readonly documentId: string; readonly versionId: string },
): Promise<void> {
  const version = await scope.tx
    .selectFrom('document_versions')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where('document_id', '=', given.documentId)
    .where('id', '=', given.versionId)
    .executeTakeFirst();
  if (!version) throw notFound();
}
