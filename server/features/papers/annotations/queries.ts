import { sql } from 'kysely';
import type { z } from 'zod';
import type { AnnotatedDocument, annotations } from '#contract/documents.ts';
import { type AnnotationSet, noneLeftPattern } from '#domain/xfdf/annotation.ts';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { presentHome } from '#server/features/papers/documents/present.ts';
import { homeIdOf, listHomeNames, loadVisibleDocuments } from '#server/features/papers/documents/queries.ts';

/** Of the acting member; nobody else's are ever read. */
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

/** Throws `not-found` for a version of another document. */
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

/** With whether those of the version before were carried over. */
export async function findCarriedAnnotations(scope: BoardScope, versionId: string) {
  return scope.tx
    .selectFrom('annotations')
    .select(['xfdf', 'revision', 'carried'])
    .where('board_id', '=', scope.board.id)
    .where('version_id', '=', versionId)
    .where('member_id', '=', scope.member.id)
    .executeTakeFirst();
}

export function parseAnnotations(xfdf: string): AnnotationSet | null {
  const parsed = parseXfdf(xfdf);
  return parsed.kind === 'parsed' ? parsed.annotations : null;
}

/** Until every page is read, a page that moved may seem to be missing, and another to be the only one. */
export async function areTextsComplete(
  scope: BoardScope,
  versions: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const read = await scope.tx
    .selectFrom('document_versions')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where('id', 'in', [versions.from, versions.to])
    .where('text_complete_at', 'is not', null)
    .execute();
  return read.length === 2;
}

/**
 * From each page of one version to the page with the same text of the other, counted from 0. Pages without text match none. A
 * page that moved matches only if its text is unique in both.
 */
export async function findSamePages(
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
    const candidates = after.get(text) ?? [];
    for (const { page } of pages) {
      const isMoved = pages.length === 1 && candidates.length === 1;
      const same = candidates.find((row) => row.page === page) ?? (isMoved ? candidates[0] : undefined);
      if (same) moves.set(page - 1, same.page - 1);
    }
  }
  return moves;
}

export interface EarlierAnnotations {
  readonly version_id: string;
  readonly annotations: number;
}

const earlierVersionsMax = 50;

/** Versions before the current one that the reader annotated, newest first. */
export async function listEarlierAnnotations(
  scope: BoardScope,
  document: { readonly id: string; readonly version_id: string | null },
): Promise<readonly EarlierAnnotations[]> {
  if (document.version_id === null) return [];
  const annotated = await scope.tx
    .selectFrom('annotations as own')
    .innerJoin('document_versions as version', (join) =>
      join.onRef('version.board_id', '=', 'own.board_id').onRef('version.id', '=', 'own.version_id'),
    )
    .select(['own.version_id', 'own.xfdf'])
    .where('own.board_id', '=', scope.board.id)
    .where('own.member_id', '=', scope.member.id)
    .where('version.document_id', '=', document.id)
    .where('own.version_id', '!=', document.version_id)
    .where('own.xfdf', 'not like', noneLeftPattern)
    .orderBy('version.number', 'desc')
    .limit(earlierVersionsMax)
    .execute();
  return annotated
    .map(({ version_id, xfdf }) => ({ version_id, annotations: parseAnnotations(xfdf)?.annotations.length ?? 0 }))
    .filter(({ annotations }) => annotations > 0);
}

const annotatedMax = 200;

/** Documents that the member annotated, the latest first, as far as they are still visible. */
export async function listAnnotatedDocuments(scope: BoardScope): Promise<readonly AnnotatedDocument[]> {
  const annotated = await scope.tx
    .selectFrom('annotations as own')
    .innerJoin('document_versions as version', (join) =>
      join.onRef('version.board_id', '=', 'own.board_id').onRef('version.id', '=', 'own.version_id'),
    )
    .select(['version.document_id', sql<Date>`max(own.updated_at)`.as('annotated_at')])
    .where('own.board_id', '=', scope.board.id)
    .where('own.member_id', '=', scope.member.id)
    .where('own.xfdf', 'not like', noneLeftPattern)
    .groupBy('version.document_id')
    .orderBy('annotated_at', 'desc')
    .orderBy('version.document_id')
    .limit(annotatedMax)
    .execute();
  const times = new Map(annotated.map((row) => [row.document_id, row.annotated_at]));
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
