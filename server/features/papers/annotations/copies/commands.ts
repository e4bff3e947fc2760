import { open, rm, stat } from 'node:fs/promises';
import { documentView } from '#domain/documents.ts';
import { annotatedCopyMessages } from '#domain/messages/annotations.ts';
import { areAnnotationsLeft } from '#domain/xfdf/annotation.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope, InScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { fairSemaphore } from '#server/fair-semaphore.ts';
import { readAnnotations } from '#server/features/papers/annotations/queries.ts';
import { auditOpening } from '#server/features/papers/documents/openings/commands.ts';
import { downloadHeaders } from '#server/features/papers/documents/openings/present.ts';
import { loadDocument } from '#server/features/papers/documents/queries.ts';
import { writeAnnotationsIntoPdf } from '#server/integrations/pdf/write-annotations.ts';

/** A copy takes a process and up to a minute. */
export const withCopySlot = fairSemaphore({ atOnceMax: 2, waitingPerUserMax: 20 });

/** A PDF with the member's own annotations written into it, as other programs show and edit them. */
export async function makeAnnotatedCopy(inScope: InScope, context: Context, documentId: string) {
  const { userId } = await inScope(async (scope) => {
    await loadAnnotated(scope, context, documentId);
    return scope.member;
  });
  // After waiting the document is loaded again.
  return withCopySlot(userId, () => makeCopy(inScope, context, documentId));
}

async function makeCopy(inScope: InScope, context: Context, documentId: string) {
  const { document, versionId, key, xfdf } = await inScope((scope) => loadAnnotated(scope, context, documentId));
  const made = await context.storage.withLocalFile(key, (path) => writeAnnotationsIntoPdf(path, xfdf));
  if (made === null) throw refused(annotatedCopyMessages.unwritable);
  const discard = () => rm(made.folder, { recursive: true, force: true });
  const size = await auditCopy(inScope, made.path, { documentId, versionId }).catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  return {
    kind: 'bytes',
    byteSize: size,
    headers: {
      ...downloadHeaders({
        title: annotatedCopyMessages.titleOf(document.title),
        extension: 'pdf',
        plainName: 'document',
      }),
      'cache-control': 'no-store',
    },
    discard,
    async open(range: { readonly start: number; readonly end: number } | null) {
      // An open file can be sent after its removal, so that nothing stays behind.
      const file = await open(made.path, 'r');
      await discard();
      return file.createReadStream(range ?? { start: 0 });
    },
  } as const;
}

/** Audits before anything is sent. */
async function auditCopy(
  inScope: InScope,
  path: string,
  of: { readonly documentId: string; readonly versionId: string },
): Promise<number> {
  const { size } = await stat(path);
  const opening = { as: 'download', versionId: of.versionId, byteSize: size, range: undefined } as const;
  await inScope((scope) => auditOpening(scope, of.documentId, opening));
  return size;
}

/** Throws `not-found` unless the reader sees a PDF, and refuses one without annotations. */
async function loadAnnotated(scope: BoardScope, context: Context, documentId: string) {
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
