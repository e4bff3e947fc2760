import type { z } from 'zod';
import type { saveAnnotations } from '#contract/documents.ts';
import { annotationLimitDialog } from '#domain/messages/annotations.ts';
import { validationMessages } from '#domain/messages/general.ts';
import {
  type Annotation,
  type AnnotationSet,
  annotationCharactersMax,
  noAnnotations,
} from '#domain/xfdf/annotation.ts';
import { normaliseXfdf, withoutAnnotations } from '#domain/xfdf/normalise.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { invalid } from '#server/errors.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import type { LoadedDocument } from '#server/features/papers/documents/queries.ts';
import { refuseUnseenVersion } from '#server/features/papers/documents/versions/queries.ts';
import {
  areTextsComplete,
  findCarriedAnnotations,
  findSamePages,
  listEarlierAnnotations,
  parseAnnotations,
  readAnnotations,
  refuseOtherVersion,
} from './queries.ts';

type Answer = z.output<NonNullable<typeof saveAnnotations.answer>>;

/**
 * Throws if the strict parser rejects them or they are too long. A save based on an old revision returns the stored
 * one.
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
  await refuseOtherVersion(scope, { documentId: document.id, versionId: given.versionId });
  await refuseUnseenVersion(scope, document, given.versionId);
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
    if (made) return saved(scope, document, made.revision);
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
  if (changed) return saved(scope, document, changed.revision);
  const stored = await readAnnotations(scope, given.versionId);
  return { result: 'stale', xfdf: stored.xfdf ?? withoutAnnotations(xfdf), revision: stored.revision };
}

async function saved(scope: BoardScope, { id }: LoadedDocument, revision: number): Promise<Answer> {
  await publishLive(scope, { noun: 'annotations', id }, { only: scope.member.id });
  return { result: 'saved', id, revision };
}

/**
 * Runs when the member opens the version and both texts are complete, once. Copies to pages with the same text; keeps
 * annotations that the member has made there in the meantime.
 */
export async function carryAnnotationsOver(
  scope: BoardScope,
  document: { readonly id: string; readonly version_id: string | null },
): Promise<void> {
  const { version_id: versionId } = document;
  if (versionId === null) return;
  const own = await findCarriedAnnotations(scope, versionId);
  if (own?.carried) return;
  const [earlier] = await listEarlierAnnotations(scope, document);
  if (earlier === undefined) return;
  const versions = { from: earlier.version_id, to: versionId };
  if (!(await areTextsComplete(scope, versions))) return;
  const ours = own === undefined ? noAnnotations : parseAnnotations(own.xfdf);
  const before = await findCarriedAnnotations(scope, versions.from);
  if (ours === null || before === undefined) return;
  const moved = moveAnnotations(parseAnnotations(before.xfdf) ?? noAnnotations, await findSamePages(scope, versions));
  // Without a row the result cannot be stored, so the next opening compares again.
  if (own === undefined && moved.length === 0) return;
  await saveCarried(scope, { versionId, revision: own?.revision ?? 0, xfdf: writeXfdf(merge(ours, moved)) });
}

function moveAnnotations(before: AnnotationSet, moves: ReadonlyMap<number, number>): readonly Annotation[] {
  return before.annotations.flatMap((annotation): readonly Annotation[] => {
    const page = moves.get(annotation.page);
    if (page === undefined) return [];
    if (annotation.kind !== 'opaque') return [{ ...annotation, page }];
    const attributes = { ...annotation.element.attributes, page: String(page) };
    return [{ ...annotation, page, element: { ...annotation.element, attributes } }];
  });
}

/** Annotations beyond the limit remain only on the earlier version. */
function merge(ours: AnnotationSet, moved: readonly Annotation[]): AnnotationSet {
  const known = new Set(ours.annotations.map(({ id }) => id));
  const added = moved.filter(({ id }) => !known.has(id));
  let fitting: AnnotationSet = { ...ours, annotations: [...ours.annotations, ...added] };
  while (fitting.annotations.length > ours.annotations.length && writeXfdf(fitting).length >= annotationCharactersMax) {
    fitting = { ...fitting, annotations: fitting.annotations.slice(0, -1) };
  }
  return fitting;
}

/** Does not overwrite what another window saves at the same time. The next opening tries again. */
async function saveCarried(
  scope: BoardScope,
  given: { readonly versionId: string; readonly revision: number; readonly xfdf: string },
): Promise<void> {
  const { tx, board, member, now } = scope;
  const saved = { xfdf: given.xfdf, revision: given.revision + 1, carried: true, updated_at: now };
  if (given.revision === 0) {
    await tx
      .insertInto('annotations')
      .values({ board_id: board.id, version_id: given.versionId, member_id: member.id, ...saved })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  await tx
    .updateTable('annotations')
    .set(saved)
    .where('board_id', '=', board.id)
    .where('version_id', '=', given.versionId)
    .where('member_id', '=', member.id)
    .where('revision', '=', given.revision)
    .execute();
}
