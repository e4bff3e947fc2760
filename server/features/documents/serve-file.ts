import type { Context } from '../../context.ts';
import type { BoardScope } from '../../db/board-scope.ts';
import { notFound } from '../../errors.ts';
import { contentDisposition } from '../../http/content-disposition.ts';
import type { FileAnswer } from '../../http/implement.ts';

const shownInline: ReadonlySet<string> = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/gif']);

export interface ServedDocument {
  readonly id: string;
  readonly title: string;
  readonly extension: string;
  readonly mime_type: string;
  readonly is_link: boolean;
}

/**
 * The current version's bytes. Anything but PDF and pictures goes out only as a download, and nothing is ever run as a page of
 * ours (product.md, section 8). Throws `not-found` for links.
 */
export async function serveFile(
  scope: BoardScope,
  context: Context,
  given: { readonly document: ServedDocument; readonly as: 'inline' | 'download' },
): Promise<FileAnswer> {
  const { document } = given;
  const version = await scope.tx
    .selectFrom('document_versions')
    .select(['storage_key', 'byte_size'])
    .where('board_id', '=', scope.board.id)
    .where('document_id', '=', document.id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!version) throw notFound();
  const isInline = given.as === 'inline' && shownInline.has(document.mime_type);
  return {
    kind: 'bytes',
    byteSize: version.byte_size,
    headers: {
      'content-type': isInline ? document.mime_type : 'application/octet-stream',
      'content-disposition': contentDisposition(isInline ? 'inline' : 'attachment', {
        ...document,
        plainName: 'document',
      }),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'referrer-policy': 'no-referrer',
    },
    open: (range) => context.storage.open(version.storage_key, range),
  };
}
