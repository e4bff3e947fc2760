import type { Context } from '#server/context.ts';
import { contentDisposition, filePolicy } from '#server/http/send-file.ts';
import type { OpenedFile } from './queries.ts';

const shownInline: ReadonlySet<string> = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/gif']);

/**
 * Only PDF and pictures are shown; the rest is a download, and nothing runs as a page of our origin.
 */
export function presentFile({ storage }: Pick<Context, 'storage'>, file: OpenedFile) {
  const isInline = file.as === 'inline' && shownInline.has(file.mimeType);
  return {
    kind: 'bytes',
    byteSize: file.byteSize,
    headers: {
      ...downloadHeaders({ title: file.title, extension: file.extension, plainName: 'document' }, isInline),
      'content-type': isInline ? file.mimeType : 'application/octet-stream',
    },
    open: (range: Parameters<typeof storage.open>[1]) => storage.open(file.key, range),
  } as const;
}

/** For bytes that somebody has sent. */
export const downloadHeaders = (file: Parameters<typeof contentDisposition>[1], isInline = false) => ({
  'content-type': 'application/octet-stream',
  'content-disposition': contentDisposition(isInline ? 'inline' : 'attachment', file),
  'x-content-type-options': 'nosniff',
  'content-security-policy': filePolicy,
  'referrer-policy': 'no-referrer',
});
