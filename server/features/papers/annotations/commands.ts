import type { z } from 'zod';
import type { saveAnnotations } from '#contract/documents.ts';
import { annotationLimitDialog } from '#domain/messages/annotations.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { annotationCharactersMax } from '#domain/xfdf/annotation.ts';
import { normaliseXfdf, withoutAnnotations } from '#domain/xfdf/normalise.ts';
import { updateRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { invalid } from '#server/errors.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { queueComparison } from '#server/features/papers/documents/comparing/commands.ts';
import type { LoadedDocument } from '#server/features/papers/documents/queries.ts';
import { refuseUnseenVersion } from '#server/features/papers/documents/versions/queries.ts';
import { lockMarksBase, readAnnotations } from './queries.ts';

type Answer = z.output<NonNullable<typeof saveAnnotations.answer>>;

/**
 * Throws if the annotations are too long or malformed. If `baseRevision` is outdated, saves nothing and returns the
 * stored annotations.
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
  const normalised = normaliseXfdf(given.xfdf);
  if (normalised.kind === 'refused') throw invalid({ annotations: validationMessages.invalid });
  const { xfdf } = normalised;
  if (xfdf.length >= annotationCharactersMax) throw invalid({ annotations: annotationLimitDialog.message });
  const base = await lockMarksBase(scope, { documentId: document.id, versionId: given.versionId });
  await refuseUnseenVersion(scope, document, given.versionId);
  if (given.baseRevision === base) {
    const made = await scope.tx
      .insertInto('annotations')
      .values({
        board_id: scope.board.id,
        version_id: given.versionId,
        member_id: scope.member.id,
        xfdf,
        revision: base + 1,
        updated_at: scope.now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('revision')
      .executeTakeFirst();
    if (made) return saved(scope, document, { ...given, revision: made.revision });
  }
  const changed = await updateRows(scope, 'annotations', {
    version_id: given.versionId,
    member_id: scope.member.id,
    revision: given.baseRevision,
  })
    .set((row) => ({ xfdf, revision: row('revision', '+', 1), updated_at: scope.now }))
    .returning('revision')
    .executeTakeFirst();
  if (changed) return saved(scope, document, { ...given, revision: changed.revision });
  const stored = await readAnnotations(scope, document, given.versionId);
  return { ...stored, result: 'stale', xfdf: stored.xfdf ?? withoutAnnotations(xfdf) };
}

async function saved(
  scope: BoardScope,
  { id, version_id: currentId }: LoadedDocument,
  { versionId, revision }: { readonly versionId: string; readonly revision: number },
): Promise<Answer> {
  // The file was replaced while the member was annotating it, so place these marks on the new version too.
  if (currentId !== null && currentId !== versionId)
    await queueComparison(scope, { fromId: versionId, toId: currentId });
  await publishLive(scope, { noun: 'annotations', id }, { exactly: [scope.member.id] });
  return { result: 'saved', id, revision };
}
