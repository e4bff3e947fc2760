import { sql } from 'kysely';
import type { z } from 'zod';
import type { annotations } from '#contract/documents.ts';
import { type AnnotationSet, noneLeftPattern, type TextMarkup } from '#domain/xfdf/annotation.ts';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope, Ports } from '#server/db/board-scope.ts';
import { definePage, defineRows, type QueryScope, type ResultOf, type SqlValue } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import type { MemberIds } from '#server/features/members/audience/queries.ts';
import { canEditHome } from '#server/features/papers/documents/policy.ts';
import {
  currentVersionOf,
  type LoadedDocument,
  selectDocumentsWithHome,
} from '#server/features/papers/documents/queries.ts';

export async function readAnnotations(
  scope: BoardScope,
  document: LoadedDocument,
  versionId: string,
): Promise<z.output<typeof annotations>> {
  const row = await annotationsOfVersion.run(scope.tx, { id: document.id, version_id: versionId }, scope.now);
  return { ...presentAnnotations(row), xfdf: row && readableXfdf(row, canEditHome(scope, document.home)) };
}

export const presentAnnotations = (
  row: { readonly xfdf: string | null; readonly revision: number | null; readonly marks_base: number } | null,
): z.output<typeof annotations> => ({
  xfdf: row?.xfdf ?? null,
  revision: row?.revision ?? row?.marks_base ?? 0,
  base: row?.marks_base ?? 0,
});

/** Removes the marked words of a withdrawn version for everyone but editors. */
export function readableXfdf(
  { xfdf, withdrawn }: { readonly xfdf: string | null; readonly withdrawn: boolean },
  canEdit: boolean,
): string | null {
  const set = xfdf === null || !withdrawn || canEdit ? null : parseAnnotations(xfdf);
  if (set === null) return xfdf;
  return writeXfdf({
    ...set,
    annotations: set.annotations.map((mark) => ('words' in mark ? withoutWords(mark) : mark)),
  });
}

const withoutWords = ({ words: _, ...mark }: TextMarkup): TextMarkup => mark;

type Reading = QueryScope & MemberIds;

const selectVersionsWithOwn = (scope: Reading, documentId: SqlValue<string>) =>
  scope.tx
    .selectFrom('document_versions as version')
    .leftJoin('annotations as own', (join) =>
      sameBoard(join, 'own.version_id', 'version.id').on('own.member_id', '=', scope.member.id),
    )
    .where('version.board_id', '=', scope.board.id)
    .where('version.document_id', '=', documentId);

export const currentAnnotations = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectVersionsWithOwn(scope, id)
    .select(['own.xfdf', 'own.revision', 'version.marks_base'])
    .orderBy('version.number', 'desc')
    .limit(1),
);

export const annotationsOfVersion = definePage({ id: 'uuid', version_id: 'uuid' }, (scope, { id, version_id }) =>
  selectVersionsWithOwn(scope, id)
    .select(['own.xfdf', 'own.revision', 'version.withdrawn', 'version.marks_base'])
    .where('version.id', '=', version_id),
);

export const annotatedFile = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectVersionsWithOwn(scope, id)
    .select(['version.id', 'version.storage_key', 'own.xfdf'])
    .orderBy('version.number', 'desc')
    .limit(1),
);

export type AnnotatedFile = NonNullable<ResultOf<typeof annotatedFile>>;

/** Locks the version's row. Throws `not-found` for a version of another document. */
export async function lockMarksBase(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  given: { readonly documentId: string; readonly versionId: string },
): Promise<number> {
  const { marks_base } = await selectRows(scope, 'document_versions', {
    document_id: given.documentId,
    id: given.versionId,
  })
    .select('marks_base')
    .forShare()
    .executeTakeFirstOrThrow(notFound);
  return marks_base;
}

export function parseAnnotations(xfdf: string): AnnotationSet | null {
  const parsed = parseXfdf(xfdf);
  return parsed.kind === 'parsed' ? parsed.annotations : null;
}

const selectOwn = (scope: Reading) =>
  scope.tx
    .selectFrom('annotations as own')
    .innerJoin('document_versions as version', (join) => sameBoard(join, 'version.id', 'own.version_id'))
    .where('own.board_id', '=', scope.board.id)
    .where('own.member_id', '=', scope.member.id)
    .where('own.xfdf', 'not like', noneLeftPattern);

const earlierVersionsMax = 50;

export const earlierAnnotations = defineRows({ id: 'uuid' }, (scope, { id }) =>
  selectOwn(scope)
    .select(['own.version_id', 'own.xfdf', 'version.withdrawn'])
    .where('version.document_id', '=', id)
    .where('own.version_id', '!=', currentVersionOf(scope, id))
    .orderBy('version.number', 'desc')
    .limit(earlierVersionsMax),
);

const annotatedMax = 200;

/** Does not check visibility; the caller must use `visibleDocuments`. */
export const defineAnnotatedDocuments = ({ homes }: Ports) =>
  defineRows({}, (scope) =>
    selectDocumentsWithHome(scope, homes)
      .innerJoin(
        selectOwn(scope)
          .select(['version.document_id', sql<Date>`max(own.updated_at)`.as('annotated_at')])
          .groupBy('version.document_id')
          .orderBy('annotated_at', 'desc')
          .orderBy('version.document_id')
          .limit(annotatedMax)
          .as('annotated'),
        (join) => join.onRef('annotated.document_id', '=', 'document.id'),
      )
      .select('annotated.annotated_at')
      .select(
        sql<string | null>`coalesce(${homes.meeting.nameOfDocument}, ${homes.announcement.nameOfDocument},
          ${homes.library.nameOfDocument}, ${homes.resolution.nameOfDocument})`.as('home_name'),
      )
      .orderBy('annotated.annotated_at', 'desc')
      .orderBy('document.id'),
  );

const besideMax = 100;

/** Does not check visibility; the caller must use `visibleDocuments`. */
export const defineAnnotationsBeside = ({ homes }: Ports) =>
  defineRows({ id: 'uuid' }, (scope, { id }) => {
    const meetingId = sql<string | null>`(${homes.meeting.selectOfDocument(scope)} ->> 'id')`;
    return selectDocumentsWithHome(scope, homes)
      .innerJoin(
        selectOwn(scope).select(['version.document_id', 'own.version_id', 'own.xfdf']).as('annotated'),
        (join) =>
          join.onRef('annotated.document_id', '=', 'document.id').onRef('annotated.version_id', '=', 'version.id'),
      )
      .select('annotated.xfdf')
      .where('document.id', '<>', id)
      .where(
        sql<boolean>`${meetingId} = (
          select ${meetingId} from documents document where document.board_id = ${scope.board.id} and document.id = ${id}
        )`,
      )
      .orderBy('document.created_at')
      .orderBy('document.id')
      .limit(besideMax);
  });
