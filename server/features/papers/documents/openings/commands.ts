import { kindOfFile } from '#domain/documents.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { isOpening, type OpenedFile, type Opening, openingEntry } from './queries.ts';

/** Logs one entry per opening: a viewer fetches a file in many ranges. */
export async function auditOpening(scope: BoardScope, documentId: string, opening: Opening): Promise<void> {
  const entry = openingEntry(documentId, opening);
  if (await isOpening(scope, opening, { ...entry, since: null })) await audit(scope, entry);
}

/**
 * Audits the opening of the named version, else of the current one, and returns what to send: shown inline, the preview of a
 * file that has one. Throws `not-found` for links.
 *
 * @param given.as `reading`: the reading copy inline where there is one; named by the viewer, as its ranges must be of one file
 */
export async function openFile(
  scope: BoardScope,
  given: {
    readonly document: { readonly id: string; readonly title: string };
    readonly as: 'inline' | 'reading' | 'download';
    /** The request's header. */
    readonly range: string | undefined;
    readonly versionId?: string;
  },
): Promise<OpenedFile> {
  const { document, range, versionId } = given;
  const as = given.as === 'download' ? 'download' : 'inline';
  const version = await scope.tx
    .selectFrom('document_versions')
    .select([
      'id',
      'filename',
      'storage_key',
      'byte_size',
      'preview_key',
      'preview_bytes',
      'reading_key',
      'reading_bytes',
    ])
    .where('board_id', '=', scope.board.id)
    .where('document_id', '=', document.id)
    .$if(versionId !== undefined, (query) => query.where('id', '=', versionId ?? ''))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!version) throw notFound();
  const shown =
    given.as === 'reading' && version.reading_key !== null
      ? { key: version.reading_key, byteSize: version.reading_bytes }
      : { key: version.preview_key, byteSize: version.preview_bytes };
  // An earlier version may be another kind of file.
  const { extension, mime_type: mimeType } = kindOfFile(version.filename);
  const file =
    as === 'inline' && shown.key !== null && shown.byteSize !== null
      ? { key: shown.key, byteSize: shown.byteSize, mimeType: 'application/pdf', extension: 'pdf' }
      : { key: version.storage_key, byteSize: version.byte_size, mimeType, extension };
  await auditOpening(scope, document.id, { as, range, versionId: version.id, byteSize: file.byteSize });
  return { as, title: document.title, ...file };
}
