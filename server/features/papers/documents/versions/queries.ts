import { sql } from 'kysely';
import type { DocumentVersion } from '#contract/documents.ts';
import { kindOfFile } from '#domain/documents.ts';
import { noneLeftPattern } from '#domain/xfdf/annotation.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { hasOpened } from '#server/features/papers/documents/openings/queries.ts';
import { canEditHome } from '#server/features/papers/documents/policy.ts';
import type { LoadedDocument } from '#server/features/papers/documents/queries.ts';

const versionsMax = 200;

/**
 * Editors see all versions, others the current one and those that they annotated: a file may have been
 * replaced to withdraw it.
 */
function selectVisibleVersions(scope: BoardScope, document: LoadedDocument) {
  const versions = scope.tx
    .selectFrom('document_versions as version')
    .where('version.board_id', '=', scope.board.id)
    .where('version.document_id', '=', document.id);
  if (canEditHome(scope, document.home)) return versions;
  return versions.where((eb) =>
    eb.or([
      eb('version.id', '=', document.version_id),
      eb.exists(
        eb
          .selectFrom('annotations as own')
          .select('own.version_id')
          .whereRef('own.board_id', '=', 'version.board_id')
          .whereRef('own.version_id', '=', 'version.id')
          .where('own.member_id', '=', scope.member.id)
          .where('own.xfdf', 'not like', noneLeftPattern),
      ),
    ]),
  );
}

/** Throws `not-found` for a version of another document, or one that the reader does not see. */
export async function refuseInvisibleVersion(
  scope: BoardScope,
  document: LoadedDocument,
  versionId: string,
): Promise<void> {
  if (versionId === document.version_id) return;
  const version = await selectVisibleVersions(scope, document)
    .select('version.id')
    .where('version.id', '=', versionId)
    .executeTakeFirst();
  if (!version) throw notFound();
}

/**
 * Throws `not-found` for a version that the reader cannot have annotated. Annotations make a version visible, so that a
 * withdrawn file must not be reached by annotating it.
 */
export async function refuseUnseenVersion(
  scope: BoardScope,
  document: LoadedDocument,
  versionId: string,
): Promise<void> {
  if (versionId === document.version_id) return;
  // Annotations drawn before the file was replaced may be saved afterwards.
  if (await hasOpened(scope, { documentId: document.id, versionId })) return;
  await refuseInvisibleVersion(scope, document, versionId);
}

/** Visible versions, newest first; uploaders' names only for whoever may see people. */
export async function listVersions(scope: BoardScope, document: LoadedDocument): Promise<readonly DocumentVersion[]> {
  const rows = await selectVisibleVersions(scope, document)
    .select(['version.id', 'version.number', 'version.filename', 'version.byte_size', 'version.page_count'])
    .select(['version.preview_state', 'version.created_at', 'version.created_by as member_id'])
    .select(
      sql<string | null>`(select u.first_name || ' ' || u.last_name from members m join users u on u.id = m.user_id
        where m.board_id = version.board_id and m.id = version.created_by)`.as('created_by'),
    )
    .orderBy('version.number', 'desc')
    .limit(versionsMax)
    .execute();
  return rows.map(({ member_id: memberId, created_by: createdBy, preview_state: preview, ...row }) => ({
    ...row,
    ...kindOfFile(row.filename),
    preview,
    created_at: row.created_at.toISOString(),
    created_by: canSeePeople(scope) || memberId === scope.member.id ? createdBy : null,
  }));
}
