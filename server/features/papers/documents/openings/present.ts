import { kindOfFile } from '#domain/documents.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { contentDisposition, filePolicy } from '#server/http/send-file.ts';
import { shownInline } from './policy.ts';
import type { OpenedAs, OpenedVersion } from './queries.ts';

export type OpenedFile = ReturnType<typeof openedFile>;

/** Throws `not-found` for web links. */
export function openedFile(given: {
  readonly document: { readonly title: string };
  readonly as: OpenedAs;
  readonly version: OpenedVersion | null;
}) {
  const { document, version } = given;
  if (version === null) throw notFound();
  const as: 'inline' | 'download' = given.as === 'download' ? 'download' : 'inline';
  const shown =
    given.as === 'reading' && version.reading_key !== null
      ? { key: version.reading_key, byteSize: version.reading_bytes }
      : { key: version.preview_key, byteSize: version.preview_bytes };
  // Uses the version's own name, because an earlier version may have another file type.
  const { extension, mime_type: mimeType } = kindOfFile(version.filename);
  const file =
    as === 'inline' && shown.key !== null && shown.byteSize !== null
      ? { key: shown.key, byteSize: shown.byteSize, mimeType: 'application/pdf', extension: 'pdf' }
      : { key: version.storage_key, byteSize: version.byte_size, mimeType, extension };
  return { as, title: document.title, ...file, versionId: version.id, wasJustOpened: version.was_just_opened };
}

/** Only PDFs, pictures and videos are shown in the browser, so that no file can run as a page of our origin. */
export function presentFile({ storage }: Pick<Context, 'storage'>, file: OpenedFile) {
  const isInline = file.as === 'inline' && shownInline.has(file.mimeType);
  return {
    kind: 'bytes',
    byteSize: file.byteSize,
    headers: {
      ...downloadHeaders({ title: file.title, extension: file.extension, plainName: 'document' }, isInline),
      'content-type': isInline ? file.mimeType : 'application/octet-stream',
    },
    open: (range: Parameters<typeof storage.open>[1]) => storage.openForResponse(file.key, range),
  } as const;
}

export const downloadHeaders = (file: Parameters<typeof contentDisposition>[1], isInline = false) => ({
  'content-type': 'application/octet-stream',
  'content-disposition': contentDisposition(isInline ? 'inline' : 'attachment', file),
  'x-content-type-options': 'nosniff',
  'content-security-policy': filePolicy,
  'referrer-policy': 'no-referrer',
});
