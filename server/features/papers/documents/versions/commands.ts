import { randomUUID } from 'node:crypto';
import type { DocumentHomeInput } from '#contract/documents.ts';
import {
  extensionOf,
  type FileExtension,
  isConvertible,
  isFileExtension,
  mimeTypeByExtension,
} from '#domain/documents.ts';
import { safeFileName } from '#domain/file-name.ts';
import { uploadMessages } from '#domain/messages/documents.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope, InScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { consumeUpload } from '#server/features/core/uploads/commands.ts';
import { loadWaitingUpload, type WaitingUpload } from '#server/features/core/uploads/queries.ts';
import {
  freePosition,
  loadPlacementHome,
  placementColumns,
  publishHomeChanged,
} from '#server/features/papers/documents/placements/commands.ts';
import { queuePreparing } from '#server/features/papers/documents/previews/commands.ts';
import { fileProblem, sha256OfFile } from '#server/integrations/files/file-check.ts';
import { addJob } from '#server/jobs/queue.ts';

/** Where a version's bytes stand. */
export const storageKeyOf = (boardId: string, versionId: string): string => `boards/${boardId}/documents/${versionId}`;

interface Attaching {
  readonly uploadId: string;
  readonly title: string | undefined;
  readonly place: DocumentHomeInput;
  /** The document there before which it stands; null: last. */
  readonly beforeId: string | null;
}

/**
 * Makes a finished upload a document; answers the document's id. The bytes are checked, hashed and stored between two
 * transactions, since a large file takes its time, and before the row is written: a row without its file cannot be; a file
 * without a row can, after a crash or a refusal, and is swept. The second transaction asks everything again, and of many
 * who attach one upload it lets one through.
 */
export async function attachDocument(inScope: InScope, context: Context, given: Attaching): Promise<string> {
  const waiting = await inScope(async (scope) => {
    await loadPlacementHome(scope, given.place);
    return { ...(await loadWaitingUpload(scope, given.uploadId)), boardId: scope.board.id };
  });
  const stored = await storeUpload(context, waiting);
  return inScope(async (scope) => {
    // Locked, so that of many who attach each finds a position of its own.
    const home = await loadPlacementHome(scope, given.place, { lock: 'update' });
    await consumeUpload(scope, given.uploadId);
    const documentId = await addDocument(scope, { ...given, ...stored });
    await addVersionRow(scope, context, { ...stored, documentId, number: 1 });
    await addJob(scope.tx, { name: 'drop-upload', payload: { upload_id: given.uploadId } });
    await audit(scope, { action: 'document.added', subjectKind: 'document', subjectId: documentId });
    await publishHomeChanged(scope, home);
    return documentId;
  });
}

export interface StoredUpload {
  readonly versionId: string;
  readonly storageKey: string;
  readonly filename: string;
  readonly extension: FileExtension;
  readonly byteSize: number;
  readonly sha256: Buffer;
}

/** Refuses what has not arrived whole or is not what its name says; else the bytes stand in storage. */
export async function storeUpload(
  context: Context,
  upload: WaitingUpload & { readonly boardId: string },
): Promise<StoredUpload> {
  if ((await context.uploads.byteSize(upload.id)) !== upload.byte_length) throw refused(uploadMessages.incomplete);
  const filename = safeFileName(upload.filename);
  const extension = extensionOf(filename);
  if (extension === null || !isFileExtension(extension) || !context.config.uploadTypes.includes(extension)) {
    throw refused(uploadMessages.typeNotAllowed);
  }
  const versionId = randomUUID();
  const storageKey = storageKeyOf(upload.boardId, versionId);
  const sha256 = await whileThere(context, upload.id, async (path) => {
    const problem = await fileProblem(path, extension);
    if (problem) throw refused(problem);
    const hash = await sha256OfFile(path);
    await context.storage.putFile(storageKey, path);
    return hash;
  });
  return { versionId, storageKey, filename, extension, byteSize: upload.byte_length, sha256 };
}

/** Throws `not-found` when the bytes go meanwhile: somebody else attached the upload, and its own copy was dropped. */
async function whileThere<T>(context: Context, uploadId: string, work: (path: string) => Promise<T>): Promise<T> {
  try {
    return await context.uploads.withLocalFile(uploadId, work);
  } catch (error) {
    if ((await context.uploads.byteSize(uploadId)) === 0) throw notFound();
    throw error;
  }
}

async function addDocument(scope: BoardScope, given: Attaching & StoredUpload): Promise<string> {
  const { place, extension } = given;
  const position = await freePosition(scope, place, { beforeId: given.beforeId });
  const document = await scope.tx
    .insertInto('documents')
    .values({
      board_id: scope.board.id,
      title: given.title ?? given.filename,
      extension,
      mime_type: mimeTypeByExtension[extension],
      [placementColumns[place.kind]]: place.id,
      position,
      created_by: scope.member.id,
      created_at: scope.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return document.id;
}

/** Writes the row of bytes that stand in storage, and lets its preview be made and its text be read. */
export async function addVersionRow(
  scope: BoardScope,
  context: Pick<Context, 'office'>,
  given: StoredUpload & { readonly documentId: string; readonly number: number },
): Promise<void> {
  const makesPreview = context.office !== null && isConvertible(mimeTypeByExtension[given.extension]);
  await scope.tx
    .insertInto('document_versions')
    .values({
      board_id: scope.board.id,
      id: given.versionId,
      document_id: given.documentId,
      number: given.number,
      filename: given.filename,
      storage_key: given.storageKey,
      byte_size: given.byteSize,
      sha256: given.sha256,
      preview_state: makesPreview ? 'waiting' : 'none',
      created_by: scope.member.id,
      created_at: scope.now,
    })
    .execute();
  await queuePreparing(scope, given.versionId);
}
