import type { z } from 'zod';
import type { annotations, saveAnnotations } from '#contract/documents.ts';
import { annotationLimitDialog } from '#domain/messages/annotations.ts';
import { validationMessages } from '#domain/messages/general.ts';
import {
  type Annotation,
  type AnnotationSet,
  annotationCharactersMax,
  noAnnotations,
  noneLeftPattern,
} from '#domain/xfdf/annotation.ts';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { invalid, notFound } from '#server/errors.ts';
import type { LoadedDocument } from '#server/features/papers/documents/queries.ts';
import { refuseUnseenVersion } from '#server/features/papers/documents/versions/queries.ts';

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

/**
 * A member's marks on the version before come along to a new one, on the pages whose text is the same (product.md, section
 * 4): once, when the member opens it and both texts have been read to their end, and beside what the member has marked there
 * meanwhile. The earlier marks stay where they are.
 */
export async function carryAnnotationsOver(
  scope: BoardScope,
  document: { readonly id: string; readonly version_id: string | null },
): Promise<void> {
  const { version_id: versionId } = document;
  if (versionId === null) return;
  const own = await readOwn(scope, versionId);
  if (own?.carried) return;
  const [earlier] = await listEarlierAnnotations(scope, document);
  if (earlier === undefined) return;
  const versions = { from: earlier.version_id, to: versionId };
  if (!(await areRead(scope, versions))) return;
  const ours = own === undefined ? noAnnotations : marksOf(own.xfdf);
  const before = await readOwn(scope, versions.from);
  if (ours === null || before === undefined) return;
  const coming = movedMarks(marksOf(before.xfdf) ?? noAnnotations, await samePages(scope, versions));
  // Without a row there is nothing to remember the question by: it is asked again, and answered the same.
  if (own === undefined && coming.length === 0) return;
  await keep(scope, { versionId, revision: own?.revision ?? 0, xfdf: writeXfdf(joined(ours, coming)) });
}

async function readOwn(scope: BoardScope, versionId: string) {
  return scope.tx
    .selectFrom('annotations')
    .select(['xfdf', 'revision', 'carried'])
    .where('board_id', '=', scope.board.id)
    .where('version_id', '=', versionId)
    .where('member_id', '=', scope.member.id)
    .executeTakeFirst();
}

function marksOf(xfdf: string): AnnotationSet | null {
  const parsed = parseXfdf(xfdf);
  return parsed.kind === 'parsed' ? parsed.marks : null;
}

/** While a page of either is still to be read, a page that has moved may seem to be gone, and another to be the only one. */
async function areRead(scope: BoardScope, versions: { readonly from: string; readonly to: string }): Promise<boolean> {
  const read = await scope.tx
    .selectFrom('document_versions')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where('id', 'in', [versions.from, versions.to])
    .where('text_complete_at', 'is not', null)
    .execute();
  return read.length === 2;
}

function movedMarks(before: AnnotationSet, moves: ReadonlyMap<number, number>): readonly Annotation[] {
  return before.marks.flatMap((mark): readonly Annotation[] => {
    const page = moves.get(mark.page);
    if (page === undefined) return [];
    if (mark.kind !== 'opaque') return [{ ...mark, page }];
    const attributes = { ...mark.element.attributes, page: String(page) };
    return [{ ...mark, page, element: { ...mark.element, attributes } }];
  });
}

/** What does not fit beside the marks that are there stays on the earlier version alone. */
function joined(ours: AnnotationSet, coming: readonly Annotation[]): AnnotationSet {
  const known = new Set(ours.marks.map(({ id }) => id));
  const added = coming.filter(({ id }) => !known.has(id));
  let fitting: AnnotationSet = { ...ours, marks: [...ours.marks, ...added] };
  while (fitting.marks.length > ours.marks.length && writeXfdf(fitting).length >= annotationCharactersMax) {
    fitting = { ...fitting, marks: fitting.marks.slice(0, -1) };
  }
  return fitting;
}

/** Nothing is kept over what another window of the member saves at the same moment: the next opening asks again. */
async function keep(
  scope: BoardScope,
  given: { readonly versionId: string; readonly revision: number; readonly xfdf: string },
): Promise<void> {
  const { tx, board, member, now } = scope;
  const kept = { xfdf: given.xfdf, revision: given.revision + 1, carried: true, updated_at: now };
  if (given.revision === 0) {
    await tx
      .insertInto('annotations')
      .values({ board_id: board.id, version_id: given.versionId, member_id: member.id, ...kept })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  await tx
    .updateTable('annotations')
    .set(kept)
    .where('board_id', '=', board.id)
    .where('version_id', '=', given.versionId)
    .where('member_id', '=', member.id)
    .where('revision', '=', given.revision)
    .execute();
}

/**
 * From a page of one version to the page of the other with the same text, counted from 0. A page without text is none: any
 * other picture has the same. One that moved is told only where its text stands once in either.
 */
async function samePages(
  scope: BoardScope,
  versions: { readonly from: string; readonly to: string },
): Promise<ReadonlyMap<number, number>> {
  const rows = await scope.tx
    .selectFrom('document_texts')
    .select(['version_id', 'page', 'text'])
    .where('board_id', '=', scope.board.id)
    .where('version_id', 'in', [versions.from, versions.to])
    .orderBy('page')
    .execute();
  const withText = rows.filter((row) => row.text.trim() !== '');
  const pagesOf = (versionId: string) =>
    Map.groupBy(
      withText.filter((row) => row.version_id === versionId),
      (row) => row.text,
    );
  const [before, after] = [pagesOf(versions.from), pagesOf(versions.to)];
  const moves = new Map<number, number>();
  for (const [text, pages] of before) {
    const there = after.get(text) ?? [];
    for (const { page } of pages) {
      const isMoved = pages.length === 1 && there.length === 1;
      const same = there.find((row) => row.page === page) ?? (isMoved ? there[0] : undefined);
      if (same) moves.set(page - 1, same.page - 1);
    }
  }
  return moves;
}

/** The reader's marks on an earlier version. */
export interface EarlierAnnotations {
  readonly version_id: string;
  readonly annotations: number;
}

/** Beyond them nobody looks back. */
const earlierVersionsMax = 50;

/** The versions before the current one on which the reader has marks, newest first. */
export async function listEarlierAnnotations(
  scope: BoardScope,
  document: { readonly id: string; readonly version_id: string | null },
): Promise<readonly EarlierAnnotations[]> {
  if (document.version_id === null) return [];
  const marked = await scope.tx
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
    .limit(earlierVersionsMax)
    .execute();
  return marked
    .map(({ version_id, xfdf }) => ({ version_id, annotations: marksOf(xfdf)?.marks.length ?? 0 }))
    .filter(({ annotations }) => annotations > 0);
}
