import { sql } from 'kysely';
import type { z } from 'zod';
import type { annotations } from '#contract/documents.ts';
import { type AnnotationSet, noneLeftPattern } from '#domain/xfdf/annotation.ts';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import type { BoardScope, Ports } from '#server/db/board-scope.ts';
import { definePage, defineRows, type QueryScope, type ResultOf, type SqlValue } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import type { MemberIds } from '#server/features/members/audience/queries.ts';
import { currentVersionOf, selectDocumentsWithHome } from '#server/features/papers/documents/queries.ts';

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

type Reading = QueryScope & MemberIds;

const selectVersionsWithOwn = (scope: Reading, documentId: SqlValue<string>) =>
  scope.tx
    .selectFrom('document_versions as version')
    .leftJoin('annotations as own', (join) =>
      join
        .onRef('own.board_id', '=', 'version.board_id')
        .onRef('own.version_id', '=', 'version.id')
        .on('own.member_id', '=', scope.member.id),
    )
    .where('version.board_id', '=', scope.board.id)
    .where('version.document_id', '=', documentId);

/** True if the member has annotations on an earlier version, and both texts are complete. */
const mayBeCarried = ({ member }: MemberIds) => sql<boolean>`(
  not coalesce(own.carried, false) and version.text_complete_at is not null and exists (
    select from document_versions earlier
    join annotations on annotations.board_id = earlier.board_id and annotations.version_id = earlier.id
    where earlier.board_id = version.board_id and earlier.document_id = version.document_id and earlier.id <> version.id
      and earlier.text_complete_at is not null
      and annotations.member_id = ${member.id}::uuid and annotations.xfdf not like ${noneLeftPattern}
  )
)`;

export const currentAnnotations = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectVersionsWithOwn(scope, id)
    .select(['own.xfdf', 'own.revision', mayBeCarried(scope).as('may_be_carried')])
    .orderBy('version.number', 'desc')
    .limit(1),
);

export const annotationsOfVersion = definePage({ id: 'uuid', version_id: 'uuid' }, (scope, { id, version_id }) =>
  selectVersionsWithOwn(scope, id).select(['own.xfdf', 'own.revision']).where('version.id', '=', version_id),
);

export const annotatedFile = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectVersionsWithOwn(scope, id)
    .select(['version.id', 'version.storage_key', 'own.xfdf'])
    .orderBy('version.number', 'desc')
    .limit(1),
);

export type AnnotatedFile = NonNullable<ResultOf<typeof annotatedFile>>;

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

/** Until every page is read, a moved page may seem to be missing and another one unique. */
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

/** Pages are counted from 0; those without text match none. A moved page matches only if its text is unique in both. */
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

const selectEarlier = (
  scope: Reading,
  document: { readonly id: SqlValue<string>; readonly versionId: SqlValue<string> },
) =>
  scope.tx
    .selectFrom('annotations as own')
    .innerJoin('document_versions as version', (join) =>
      join.onRef('version.board_id', '=', 'own.board_id').onRef('version.id', '=', 'own.version_id'),
    )
    .select(['own.version_id', 'own.xfdf'])
    .where('own.board_id', '=', scope.board.id)
    .where('own.member_id', '=', scope.member.id)
    .where('version.document_id', '=', document.id)
    .where('own.version_id', '!=', document.versionId)
    .where('own.xfdf', 'not like', noneLeftPattern)
    .orderBy('version.number', 'desc')
    .limit(earlierVersionsMax);

export const earlierAnnotations = defineRows({ id: 'uuid' }, (scope, { id }) =>
  selectEarlier(scope, { id, versionId: currentVersionOf(scope, id) }),
);

export const presentEarlier = (rows: ResultOf<typeof earlierAnnotations>): readonly EarlierAnnotations[] =>
  rows
    .map(({ version_id, xfdf }) => ({ version_id, annotations: parseAnnotations(xfdf)?.annotations.length ?? 0 }))
    .filter(({ annotations }) => annotations > 0);

export async function listEarlierAnnotations(
  scope: BoardScope,
  document: { readonly id: string; readonly version_id: string | null },
): Promise<readonly EarlierAnnotations[]> {
  const { id, version_id: versionId } = document;
  if (versionId === null) return [];
  return presentEarlier(await selectEarlier(scope, { id, versionId }).execute());
}

const annotatedMax = 200;

/** Documents that the member annotated, latest first. Does not check visibility; use `visibleDocuments`. */
export const defineAnnotatedDocuments = ({ homes }: Ports) =>
  defineRows({}, (scope) =>
    selectDocumentsWithHome(scope, homes)
      .innerJoin(
        (query) =>
          query
            .selectFrom('annotations as own')
            .innerJoin('document_versions as marked', (join) =>
              join.onRef('marked.board_id', '=', 'own.board_id').onRef('marked.id', '=', 'own.version_id'),
            )
            .select(['marked.document_id', sql<Date>`max(own.updated_at)`.as('annotated_at')])
            .where('own.board_id', '=', scope.board.id)
            .where('own.member_id', '=', scope.member.id)
            .where('own.xfdf', 'not like', noneLeftPattern)
            .groupBy('marked.document_id')
            .orderBy('annotated_at', 'desc')
            .orderBy('marked.document_id')
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

/** Does not check visibility; use `visibleDocuments`. */
export const defineAnnotationsBeside = ({ homes }: Ports) =>
  defineRows({ id: 'uuid' }, (scope, { id }) => {
    const meetingId = sql<string | null>`(${homes.meeting.selectOfDocument(scope)} ->> 'id')`;
    return selectDocumentsWithHome(scope, homes)
      .innerJoin(
        (query) =>
          query
            .selectFrom('annotations as own')
            .innerJoin('document_versions as marked', (join) =>
              join.onRef('marked.board_id', '=', 'own.board_id').onRef('marked.id', '=', 'own.version_id'),
            )
            .select(['marked.document_id', 'own.version_id', 'own.xfdf'])
            .where('own.board_id', '=', scope.board.id)
            .where('own.member_id', '=', scope.member.id)
            .where('own.xfdf', 'not like', noneLeftPattern)
            .as('annotated'),
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
