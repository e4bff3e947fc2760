import { isReply, type PlacedMarks } from '#domain/revisions/place-marks.ts';
import { changedPages } from '#domain/revisions/text-changes.ts';
import { type Annotation, annotationCharactersMax, noAnnotations } from '#domain/xfdf/annotation.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import type { Context } from '#server/context.ts';
import { insertRow, selectRows, updateRows } from '#server/db/board-rows.ts';
import { type BoardJobScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { lockMarksBase, parseAnnotations } from '#server/features/papers/annotations/queries.ts';
import { publishDocumentChanged } from '#server/features/papers/documents/commands.ts';
import type { VersionPair } from '#server/features/papers/documents/comparing/commands.ts';
import { type FollowedVersion, followVersion } from '#server/integrations/pdf/follow-version.ts';
import { findPair, isCompared, listMarksToPlace, listTexts } from './queries.ts';

export async function followPair(context: Context, boardId: string, ids: VersionPair): Promise<void> {
  const found = await withBoardJobScope(context, boardId, async (scope) => {
    const pair = await findPair(scope, ids);
    if (pair === null) return null;
    const isKnown = await isCompared(scope, ids);
    const isMarkable = pair.to.is_newest && pair.from.pdf_key !== null && pair.to.pdf_key !== null;
    const members = isMarkable ? (await listMarksToPlace(scope, pair)).map(toPlace).filter(hasMarks) : [];
    if (isKnown && members.length === 0) return null;
    const [before, after] = [await listTexts(scope, pair.from.id), await listTexts(scope, pair.to.id)];
    return { pair, isKnown, revision: { before, after, members } };
  });
  if (found === null) return;
  const { pair, isKnown, revision } = found;
  const { document_id: documentId, marks_base: base, pdf_key: to } = pair.to;
  const { pdf_key: from } = pair.from;
  const followed =
    from === null || to === null || revision.members.length === 0
      ? await followVersion(revision, null)
      : await context.storage.withLocalFile(from, (fromPath) =>
          context.storage.withLocalFile(to, (toPath) => followVersion(revision, { from: fromPath, to: toPath })),
        );
  const hasPictures = [pair.from, pair.to].some(
    ({ page_count: pages }, nth) => textsIn(nth === 0 ? revision.before : revision.after) < (pages ?? 0),
  );
  await withBoardJobScope(context, boardId, async (scope) => {
    if (!isKnown) await saveComparison(scope, ids, { ...followed, hasPictures });
    // Marks that were destroyed since the comparison began must not reappear on the new version.
    if ((await lockMarksBase(scope, { documentId, versionId: pair.to.id })) !== base) return;
    for (const { id, ...placed } of followed.members) await savePlaced(scope, { ...ids, memberId: id, base }, placed);
    await publishDocumentChanged(scope, documentId);
    for (const { id } of followed.members)
      await publishLive(scope, { noun: 'annotations', id: documentId }, { exactly: [id] });
  });
}

/** If comparing keeps failing, records that most of the text has changed, so that readers do not wait forever. */
export async function giveUpComparing(context: Context, boardId: string, ids: VersionPair): Promise<void> {
  await withBoardJobScope(context, boardId, (scope) =>
    saveComparison(scope, ids, { changes: null, hasPictures: false }),
  );
}

const textsIn = (texts: readonly { readonly text: string }[]): number =>
  texts.filter(({ text }) => text.trim() !== '').length;

type MarkedRow = Awaited<ReturnType<typeof listMarksToPlace>>[number];

/** Omits marks that an earlier run either placed or left on the old version. */
function toPlace({ member_id: id, xfdf, came_along: cameAlong, stayed }: MarkedRow) {
  const handled = new Set([...(cameAlong ?? []), ...(stayed ?? [])]);
  const marks = parseAnnotations(xfdf)?.annotations ?? [];
  return { id, marks: marks.filter((mark) => isReply(mark) || !handled.has(mark.id)) };
}

const hasMarks = ({ marks }: { readonly marks: readonly Annotation[] }): boolean => !marks.every(isReply);

async function saveComparison(
  { tx, board }: BoardJobScope,
  { fromId, toId }: VersionPair,
  { changes, hasPictures }: Pick<FollowedVersion, 'changes'> & { readonly hasPictures: boolean },
): Promise<void> {
  await tx
    .insertInto('version_comparisons')
    .values({
      board_id: board.id,
      from_id: fromId,
      to_id: toId,
      pages: changes === null ? null : [...changedPages(changes)],
      changes: JSON.stringify(changes ?? []),
      has_pictures: hasPictures,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Throws if the member has meanwhile saved their first annotations on the new version. The job then retries. */
async function savePlaced(
  scope: BoardJobScope,
  { fromId, toId, memberId, base }: VersionPair & { readonly memberId: string; readonly base: number },
  placed: PlacedMarks,
): Promise<void> {
  const { tx, board, now } = scope;
  const key = { version_id: toId, member_id: memberId };
  const own = await selectRows(scope, 'annotations', key).select(['xfdf', 'revision']).forUpdate().executeTakeFirst();
  const ours = own === undefined ? noAnnotations : parseAnnotations(own.xfdf);
  if (ours === null) return;
  const known = new Set(ours.annotations.map(({ id }) => id));
  const added = fitting(
    ours.annotations,
    placed.placed.filter(({ id }) => !known.has(id)),
  );
  if (added.length > 0) {
    const xfdf = writeXfdf({ ...ours, annotations: [...ours.annotations, ...added] });
    const saved = { xfdf, revision: (own?.revision ?? base) + 1, updated_at: now };
    if (own === undefined) await insertRow(scope, 'annotations', { ...key, ...saved });
    else await updateRows(scope, 'annotations', key).set(saved).execute();
  }
  const ids = new Set([...known, ...added.map(({ id }) => id)]);
  const counted = {
    from_id: fromId,
    came_along: placed.cameAlong.filter((id) => ids.has(id)),
    stayed: [...placed.stayed, ...placed.cameAlong.filter((id) => !ids.has(id))],
  };
  await tx
    .insertInto('placed_annotations')
    .values({ board_id: board.id, ...key, ...counted })
    .onConflict((conflict) =>
      conflict.columns(['board_id', 'version_id', 'member_id']).doUpdateSet(({ eb, ref }) => ({
        came_along: eb(ref('placed_annotations.came_along'), '||', ref('excluded.came_along')),
        stayed: eb(ref('placed_annotations.stayed'), '||', ref('excluded.stayed')),
      })),
    )
    .execute();
}

/** Drops marks beyond the size limit. They remain on the earlier version. */
function fitting(ours: readonly Annotation[], placed: readonly Annotation[]): readonly Annotation[] {
  let added = placed;
  while (
    added.length > 0 &&
    writeXfdf({ annotations: [...ours, ...added], envelope: [] }).length >= annotationCharactersMax
  ) {
    added = added.slice(0, -1);
  }
  return added;
}
