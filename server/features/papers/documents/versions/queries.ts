import { sql } from 'kysely';
import type { DocumentVersion } from '#contract/documents.ts';
import { kindOfFile, mimeTypeByExtension } from '#domain/documents.ts';
import { libraryMessages } from '#domain/messages/documents.ts';
import { noneLeftPattern } from '#domain/xfdf/annotation.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope, InScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { consumeUpload } from '#server/features/core/uploads/commands.ts';
import { loadWaitingUpload } from '#server/features/core/uploads/queries.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { hasOpened } from '#server/features/papers/documents/openings/commands.ts';
import { publishHomeChanged } from '#server/features/papers/documents/placements/commands.ts';
import { canEditHome, type LoadedDocument, loadDocumentForEdit } from '#server/features/papers/documents/queries.ts';
import { addJob } from '#server/jobs/queue.ts';
import { addVersionRow, storeUpload } from './commands.ts';

/** More than any document comes to have, so that the list is not without an end. */
const versionsMax = 200;

/**
 * Versions that the reader may open: editors all of them, others the current one and those on which they have marks
 * (product.md, section 5). A file may have been replaced to take it back.
 */
function selectVersionsInSight(scope: BoardScope, document: LoadedDocument) {
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
          .selectFrom('annotations as marks')
          .select('marks.version_id')
          .whereRef('marks.board_id', '=', 'version.board_id')
          .whereRef('marks.version_id', '=', 'version.id')
          .where('marks.member_id', '=', scope.member.id)
          .where('marks.xfdf', 'not like', noneLeftPattern),
      ),
    ]),
  );
}

/** Throws `not-found` for a version that is not the document's, or not for the reader. */
export async function refuseInvisibleVersion(
  scope: BoardScope,
  document: LoadedDocument,
  versionId: string,
): Promise<void> {
  if (versionId === document.version_id) return;
  const version = await selectVersionsInSight(scope, document)
    .select('version.id')
    .where('version.id', '=', versionId)
    .executeTakeFirst();
  if (!version) throw notFound();
}

/**
 * Throws `not-found` for a version on which the reader cannot have marks to save: marks open it to them, so that whoever never
 * saw a file that was taken back must not come to it by marking it.
 */
export async function refuseUnseenVersion(
  scope: BoardScope,
  document: LoadedDocument,
  versionId: string,
): Promise<void> {
  if (versionId === document.version_id) return;
  // What was drawn before the file was replaced may arrive after it.
  if (await hasOpened(scope, { documentId: document.id, versionId })) return;
  await refuseInvisibleVersion(scope, document, versionId);
}

/**
 * Those in the reader's sight, newest first. Who sent each is told to whoever may see people, and to themselves.
 */
export async function listVersions(scope: BoardScope, document: LoadedDocument): Promise<readonly DocumentVersion[]> {
  const rows = await selectVersionsInSight(scope, document)
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

/**
 * Makes a finished upload the newest version of a document, which takes its kind from it. In two steps, as `attachDocument`
 * and for its reasons.
 */
export async function addVersion(
  inScope: InScope,
  context: Context,
  given: { readonly documentId: string; readonly uploadId: string },
): Promise<void> {
  const waiting = await inScope(async (scope) => {
    await openReplaceable(scope, given.documentId);
    return { ...(await loadWaitingUpload(scope, given.uploadId)), boardId: scope.board.id };
  });
  const stored = await storeUpload(context, waiting);
  await inScope(async (scope) => {
    const { tx, board } = scope;
    const document = await openReplaceable(scope, given.documentId);
    await consumeUpload(scope, given.uploadId);
    // The row is held by the writing, so that of many who replace the file each finds a number of its own.
    await tx
      .updateTable('documents')
      .set({ extension: stored.extension, mime_type: mimeTypeByExtension[stored.extension] })
      .where('board_id', '=', board.id)
      .where('id', '=', document.id)
      .execute();
    await addVersionRow(scope, context, {
      ...stored,
      documentId: document.id,
      number: (await newestNumber(scope, document.id)) + 1,
    });
    await addJob(tx, { name: 'drop-upload', payload: { upload_id: given.uploadId } });
    await audit(scope, { action: 'document.replaced', subjectKind: 'document', subjectId: document.id });
    await publishHomeChanged(scope, document.home, document.id);
  });
}

async function openReplaceable(scope: BoardScope, documentId: string): Promise<LoadedDocument> {
  const document = await loadDocumentForEdit(scope, documentId);
  if (document.is_link) throw refused(libraryMessages.linksHaveNoFile);
  return document;
}

async function newestNumber(scope: BoardScope, documentId: string): Promise<number> {
  const found = await scope.tx
    .selectFrom('document_versions')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('board_id', '=', scope.board.id)
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return found?.number ?? 0;
}
