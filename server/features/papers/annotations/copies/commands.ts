import { open, rm, stat } from 'node:fs/promises';
import { documentView } from '#domain/documents.ts';
import { annotatedCopyMessages } from '#domain/messages/annotations.ts';
import { areAnnotationsLeft } from '#domain/xfdf/annotation.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope, InScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { fairSemaphore } from '#server/fair-semaphore.ts';
import { readAnnotations } from '#server/features/papers/annotations/commands.ts';
import { auditOpening } from '#server/features/papers/documents/openings/commands.ts';
import { loadDocument } from '#server/features/papers/documents/queries.ts';
import type { FileAnswer } from '#server/http/implement.ts';
import { contentDisposition, filePolicy } from '#server/http/send-file.ts';
import { writeAnnotationsIntoPdf } from '#server/integrations/pdf/write-annotations.ts';

/** A PDF with the member's own marks written into it as annotations that other programs show and edit. */
export async function makeAnnotatedCopy(inScope: InScope, context: Context, documentId: string): Promise<FileAnswer> {
  const { userId } = await inScope(async (scope) => {
    await loadMarked(scope, context, documentId);
    return scope.member;
  });
  // Whoever waited for their lock asks for the document anew.
  return withCopySlot(userId, () => makeCopy(inScope, context, documentId));
}

async function makeCopy(inScope: InScope, context: Context, documentId: string): Promise<FileAnswer> {
  const { document, versionId, key, xfdf } = await inScope((scope) => loadMarked(scope, context, documentId));
  const made = await context.storage.withLocalFile(key, (path) => writeAnnotationsIntoPdf(path, xfdf));
  if (made === null) throw refused(annotatedCopyMessages.unwritable);
  const discard = () => rm(made.folder, { recursive: true, force: true });
  const size = await auditedSize(inScope, made.path, { documentId, versionId }).catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  return {
    kind: 'bytes',
    byteSize: size,
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': contentDisposition('attachment', {
        title: annotatedCopyMessages.titleOf(document.title),
        extension: 'pdf',
        plainName: 'document',
      }),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': filePolicy,
      'referrer-policy': 'no-referrer',
    },
    discard,
    async open(range) {
      // Open, the copy lasts as long as it is sent; without a name, nothing stays behind.
      const file = await open(made.path, 'r');
      await discard();
      return file.createReadStream(range ?? { start: 0 });
    },
  };
}

/** What was not noted down is not sent. */
async function auditedSize(
  inScope: InScope,
  path: string,
  of: { readonly documentId: string; readonly versionId: string },
): Promise<number> {
  const { size } = await stat(path);
  const opening = { as: 'download', versionId: of.versionId, byteSize: size, range: undefined } as const;
  await inScope((scope) => auditOpening(scope, of.documentId, opening));
  return size;
}

/** Throws `not-found` for what is no PDF in the reader's sight, and refuses where they have no marks. */
async function loadMarked(scope: BoardScope, context: Context, documentId: string) {
  const document = await loadDocument(scope, documentId);
  const { version_id: versionId } = document;
  if (versionId === null || documentView(document, context.config.viewerEngine) !== 'pdf') throw notFound();
  const { storage_key: key } = await scope.tx
    .selectFrom('document_versions')
    .select('storage_key')
    .where('board_id', '=', scope.board.id)
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
  const { xfdf } = await readAnnotations(scope, versionId);
  if (xfdf === null || !areAnnotationsLeft(xfdf)) throw refused(annotatedCopyMessages.noMarks);
  return { document, versionId, key, xfdf };
}

/** A copy with marks takes a process and up to a minute: nothing else waits for these. */
export const withCopySlot = fairSemaphore({ atOnceMax: 2, waitingPerUserMax: 20 });
