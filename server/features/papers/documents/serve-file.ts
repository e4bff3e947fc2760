import { kindOfFile } from '#domain/documents.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { contentDisposition } from '#server/http/content-disposition.ts';
import { filePolicy } from '#server/http/file-policy.ts';
import type { FileAnswer } from '#server/http/implement.ts';
import { auditOpening } from './opening.ts';

const shownInline: ReadonlySet<string> = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/gif']);

export interface ServedDocument {
  readonly id: string;
  readonly title: string;
}

/**
 * The current version's bytes, or those of the one that is named; inline, the preview in place of an office or HTML file that has one. Anything but PDF and pictures goes out only as a download, and nothing is ever run as a page of
 * ours (product.md, section 8). The opening is audited. Throws `not-found` for links.
 */
export async function serveFile(
  scope: BoardScope,
  context: Context,
  given: {
    readonly document: ServedDocument;
    readonly as: 'inline' | 'download';
    /** The request's header. */
    readonly range: string | undefined;
    readonly versionId?: string;
  },
): Promise<FileAnswer> {
  const { document, versionId } = given;
  const version = await scope.tx
    .selectFrom('document_versions')
    .select(['id', 'filename', 'storage_key', 'byte_size', 'preview_key', 'preview_bytes'])
    .where('board_id', '=', scope.board.id)
    .where('document_id', '=', document.id)
    .$if(versionId !== undefined, (query) => query.where('id', '=', versionId ?? ''))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!version) throw notFound();
  const { preview_key: previewKey, preview_bytes: previewBytes } = version;
  const isPreview = given.as === 'inline' && previewKey !== null && previewBytes !== null;
  // An earlier version may be another kind of file.
  const { extension, mime_type: mimeType } = kindOfFile(version.filename);
  const isInline = isPreview || (given.as === 'inline' && shownInline.has(mimeType));
  const shown = isPreview
    ? { key: previewKey, byteSize: previewBytes, mimeType: 'application/pdf' }
    : { key: version.storage_key, byteSize: version.byte_size, mimeType };
  const { as, range } = given;
  await auditOpening(scope, document.id, { as, range, versionId: version.id, byteSize: shown.byteSize });
  return {
    kind: 'bytes',
    byteSize: shown.byteSize,
    headers: {
      'content-type': isInline ? shown.mimeType : 'application/octet-stream',
      'content-disposition': contentDisposition(isInline ? 'inline' : 'attachment', {
        title: document.title,
        extension: isPreview ? 'pdf' : extension,
        plainName: 'document',
      }),
      'x-content-type-options': 'nosniff',
      'content-security-policy': filePolicy,
      'referrer-policy': 'no-referrer',
    },
    open: (range) => context.storage.open(shown.key, range),
  };
}
