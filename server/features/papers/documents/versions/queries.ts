import { sql } from 'kysely';
import { noneLeftPattern } from '#domain/xfdf/annotation.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { definePage, defineRows, type QueryScope, type ResultOf, type SqlValue } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import type { MemberIds } from '#server/features/members/audience/queries.ts';
import { canEditHome } from '#server/features/papers/documents/policy.ts';
import type { LoadedDocument } from '#server/features/papers/documents/queries.ts';

const versionsMax = 200;

const isOpenedBy = ({ member }: MemberIds) => sql<boolean>`exists (
  select from audit_entries opened
  where opened.board_id = version.board_id and opened.subject_id = version.document_id
    and opened.member_id = ${member.id}::uuid and opened.action in ('document.opened', 'document.downloaded')
    and opened.detail @> jsonb_build_object('version_id', version.id)
)`;

/**
 * Readers without editing rights get the current version and earlier ones that they opened or annotated, except
 * withdrawn ones.
 */
export const isForReaders = (scope: MemberIds) => sql<boolean>`(
  not exists (
    select from document_versions newer
    where newer.board_id = version.board_id and newer.document_id = version.document_id and newer.number > version.number
  )
  or not version.withdrawn and (
    exists (
      select from annotations own
      where own.board_id = version.board_id and own.version_id = version.id and own.member_id = ${scope.member.id}::uuid
        and own.xfdf not like ${noneLeftPattern}
    )
    or ${isOpenedBy(scope)}
  )
)`;

const selectVersions = (scope: QueryScope, documentId: SqlValue<string>) =>
  scope.tx
    .selectFrom('document_versions as version')
    .where('version.board_id', '=', scope.board.id)
    .where('version.document_id', '=', documentId);

export const readersVersion = definePage({ id: 'uuid', version_id: 'uuid' }, (scope, { id, version_id }) =>
  selectVersions(scope, id).select('version.id').where('version.id', '=', version_id).where(isForReaders(scope)),
);

/** Throws if the member may not annotate the version. Annotating would otherwise make a withdrawn version visible. */
export async function refuseUnseenVersion(
  scope: BoardScope,
  document: LoadedDocument,
  versionId: string,
): Promise<void> {
  if (versionId === document.version_id) return;
  await selectVersions(scope, document.id)
    .select('version.id')
    .where('version.id', '=', versionId)
    // Members may save annotations of a version that they opened before it was withdrawn.
    .$if(!canEditHome(scope, document.home), (query) =>
      query.where((eb) => eb.or([isForReaders(scope), isOpenedBy(scope)])),
    )
    .executeTakeFirstOrThrow(notFound);
}

const selectListed = (scope: QueryScope, documentId: SqlValue<string>) =>
  selectVersions(scope, documentId)
    .select(['version.id', 'version.number', 'version.filename', 'version.byte_size', 'version.page_count'])
    .select(['version.preview_state', 'version.created_at', 'version.created_by as member_id', 'version.withdrawn'])
    .select(
      sql<string | null>`(select known_name(m) from members m
        where m.board_id = version.board_id and m.id = version.created_by)`.as('created_by'),
    )
    .orderBy('version.number', 'desc')
    .limit(versionsMax);

export const allVersions = defineRows({ id: 'uuid' }, (scope, { id }) => selectListed(scope, id));
export const readersVersions = defineRows({ id: 'uuid' }, (scope, { id }) =>
  selectListed(scope, id).where(isForReaders(scope)),
);

export type VersionRow = ResultOf<typeof allVersions>[number];
