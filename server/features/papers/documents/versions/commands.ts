import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import type { DocumentHomeInput } from '#contract/documents.ts';
import {
  extensionOf,
  type FileExtension,
  isConvertible,
  isFileExtension,
  mimeTypeByExtension,
} from '#domain/documents.ts';
import { safeFileName } from '#domain/file-name.ts';
import { libraryMessages, uploadMessages } from '#domain/messages/documents.ts';
import type { Context } from '#server/context.ts';
import { createRow, insertRow, updateRow } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope, InScope } from '#server/db/board-scope.ts';
import { AppError, notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { consumeUpload } from '#server/features/core/uploads/commands.ts';
import { loadWaitingUpload, memberUploads, type WaitingUpload } from '#server/features/core/uploads/queries.ts';
import { seenIn } from '#server/features/members/audience/visibility.ts';
import {
  freePosition,
  loadPlacementHome,
  placementColumns,
  publishHomeChanged,
} from '#server/features/papers/documents/placements/commands.ts';
import { type DocumentHome, homeOf } from '#server/features/papers/documents/ports.ts';
import {
  freshPreviewKey,
  queuePreparing,
  queueReadingCopy,
} from '#server/features/papers/documents/previews/commands.ts';
import {
  type LoadedDocument,
  loadDocumentForEdit,
  selectDocuments,
} from '#server/features/papers/documents/queries.ts';
import { fileProblem, sha256OfFile } from '#server/integrations/files/file-check.ts';
import { type InspectionResult, inspectUpload } from '#server/integrations/pdf/inspect-upload.ts';
import { inspectingSlots } from './inspecting-slots.ts';

export const storageKeyOf = (boardId: string, versionId: string): string => `boards/${boardId}/documents/${versionId}`;

interface Attaching {
  readonly uploadId: string;
  readonly title: string | undefined;
  readonly place: DocumentHomeInput;
  readonly beforeId: string | null;
  readonly refusesSameFile?: boolean;
}

/** Stores the file outside of transactions, so the second transaction repeats all checks. */
export async function attachDocument(inScope: InScope, context: Context, given: Attaching): Promise<Attached> {
  const waiting = await inScope(async (scope) => {
    await loadPlacementHome(scope, given.place);
    return waitingUploadOf(scope, given.uploadId);
  });
  const { place } = given;
  const refuseStored = async (sha256: Buffer): Promise<void> => {
    if (given.refusesSameFile !== true) return;
    await inScope(async (scope) => {
      await loadPlacementHome(scope, place);
      await refuseSameFile(scope, { place, sha256 });
    });
  };
  const save = async (scope: BoardScope, stored: StoredUpload): Promise<Attached> => {
    const home = await loadPlacementHome(scope, place, { lock: 'update' });
    if (given.refusesSameFile === true) await refuseSameFile(scope, { place, sha256: stored.sha256 });
    await consumeUpload(scope, memberUploads(scope), given.uploadId);
    const id = await addStoredDocument(scope, context, { ...given, home, stored });
    return { id, ...stored.inspected };
  };
  const stored = await storeUpload(context, waiting, refuseStored);
  return orRemoved(context, stored, () => inScope((scope) => save(scope, stored)));
}

export async function addStoredDocument(
  scope: BoardScope,
  context: Pick<Context, 'office'>,
  given: Pick<Attaching, 'title' | 'place' | 'beforeId'> & {
    readonly home: DocumentHome;
    readonly stored: StoredUpload;
  },
): Promise<string> {
  const { place, stored } = given;
  const documentId = await createRow(scope, 'documents', {
    title: given.title ?? stored.filename,
    extension: stored.extension,
    mime_type: mimeTypeByExtension[stored.extension],
    [placementColumns[place.kind]]: place.id,
    position: await freePosition(scope, place, { beforeId: given.beforeId }),
    created_by: scope.member.id,
    created_at: scope.now,
  });
  await addVersionRow(scope, context, { ...stored, documentId, byId: scope.member.id });
  await audit(scope, 'document.added', { kind: 'document', id: documentId });
  await publishHomeChanged(scope, given.home);
  return documentId;
}

const waitingUploadOf = async (scope: BoardScope, uploadId: string): Promise<ScopedUpload> => ({
  ...(await loadWaitingUpload(scope, memberUploads(scope), uploadId)),
  boardId: scope.board.id,
  userId: scope.member.userId,
});

/**
 * Removes the stored bytes if the change is rejected. After any other error the bytes stay, because the row may have
 * been saved.
 */
export async function orRemoved<T>(context: Context, stored: StoredUpload, save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (error instanceof AppError) {
      await context.storage.remove(stored.storageKey).catch((err: unknown) => {
        context.log.warn({ err, key: stored.storageKey }, 'a rejected file is left to the sweep');
      });
    }
    throw error;
  }
}

type Attached = InspectionResult<unknown> & { readonly id: string };

/** Throws if the place contains the same file. Reliable only while the home is locked. */
async function refuseSameFile(
  scope: BoardScope,
  file: { readonly place: DocumentHomeInput; readonly sha256: Buffer },
): Promise<void> {
  const same = await selectDocuments(scope)
    .innerJoin('document_versions as current', (join) =>
      join.onRef('current.board_id', '=', 'document.board_id').onRef('current.id', '=', 'version.id'),
    )
    .where(`document.${placementColumns[file.place.kind]}`, '=', file.place.id)
    .where('current.sha256', '=', file.sha256)
    .where(seenIn(scope, sql.ref('document.id')))
    .limit(1)
    .executeTakeFirst();
  if (same) throw refused(uploadMessages.sameFile(same.title));
}

export interface StoredUpload {
  readonly versionId: string;
  readonly storageKey: string;
  readonly filename: string;
  readonly extension: FileExtension;
  readonly byteSize: number;
  readonly sha256: Buffer;
  readonly inspected: InspectionResult<{ readonly key: string; readonly byteSize: number }>;
}

type ScopedUpload = WaitingUpload & { readonly boardId: string; readonly userId: string };

/** Stores nothing if `refuse` throws. */
export async function storeUpload(
  context: Context,
  upload: ScopedUpload,
  refuse?: (sha256: Buffer) => Promise<void>,
): Promise<StoredUpload> {
  if ((await context.uploads.byteSize(upload.id)) !== upload.byte_length) throw refused(uploadMessages.incomplete);
  const filename = safeFileName(upload.filename);
  const extension = extensionOf(filename);
  if (extension === null || !isFileExtension(extension) || !context.config.uploadTypes.includes(extension)) {
    throw refused(uploadMessages.typeNotTaken(context.config.uploadTypes));
  }
  const versionId = randomUUID();
  const storageKey = storageKeyOf(upload.boardId, versionId);
  const checked = await withUploadedFile(context, upload.id, async (path) => {
    const problem = await fileProblem(path, extension);
    if (problem) throw refused(problem);
    const sha256 = await sha256OfFile(path);
    await refuse?.(sha256);
    const inspected =
      extension === 'pdf'
        ? await inspectUpload(path, {
            inTurn: (work) => inspectingSlots(context)(upload.userId, work),
            keep: (copy) => storeReadingCopy(context, upload.boardId, copy),
            fontsDir: context.config.fontsDir,
          })
        : ({ needsPassword: false, isDynamicForm: false, reading: null } as const);
    await context.storage.putFile(storageKey, path);
    return { sha256, inspected };
  });
  return { versionId, storageKey, filename, extension, byteSize: upload.byte_length, ...checked };
}

async function storeReadingCopy({ storage }: Context, boardId: string, path: string) {
  const key = freshPreviewKey(boardId);
  const { size } = await stat(path);
  await storage.putFile(key, path);
  return { key, byteSize: size };
}

/** Throws `not-found` if another request has already attached the upload. */
async function withUploadedFile<T>(context: Context, uploadId: string, work: (path: string) => Promise<T>): Promise<T> {
  try {
    return await context.uploads.withLocalFile(uploadId, work);
  } catch (error) {
    if ((await context.uploads.byteSize(uploadId)) === 0) throw notFound();
    throw error;
  }
}

/** The caller must have locked the document, so that versions added concurrently get different numbers. */
export async function addVersionRow(
  scope: BoardScope | BoardJobScope,
  context: Pick<Context, 'office'>,
  given: StoredUpload & { readonly documentId: string; readonly byId: string },
): Promise<void> {
  const mimeType = mimeTypeByExtension[given.extension];
  const makesPreview = context.office !== null && isConvertible(mimeType);
  await insertRow(scope, 'document_versions', {
    id: given.versionId,
    document_id: given.documentId,
    number: sql<number>`(
      select coalesce(max(newest.number), 0) + 1 from document_versions newest
      where newest.board_id = ${scope.board.id}::uuid and newest.document_id = ${given.documentId}::uuid
    )`,
    filename: given.filename,
    storage_key: given.storageKey,
    byte_size: given.byteSize,
    sha256: given.sha256,
    preview_state: makesPreview ? 'waiting' : 'none',
    reading_key: given.inspected.reading?.key ?? null,
    reading_bytes: given.inspected.reading?.byteSize ?? null,
    created_by: given.byId,
    created_at: scope.now,
  });
  await queuePreparing(scope, given.versionId);
  await queueReadingCopy(scope, { id: given.versionId, mimeType, byteSize: given.byteSize });
}

export async function addVersion(
  inScope: InScope,
  context: Context,
  given: { readonly documentId: string; readonly uploadId: string; readonly withdrawsEarlier: boolean },
): Promise<InspectionResult<unknown>> {
  const waiting = await inScope(async (scope) => {
    await openReplaceable(scope, given.documentId);
    return waitingUploadOf(scope, given.uploadId);
  });
  const save = async (scope: BoardScope, stored: StoredUpload): Promise<void> => {
    await addStoredVersion(scope, context, { ...given, stored });
    await consumeUpload(scope, memberUploads(scope), given.uploadId);
  };
  const stored = await storeUpload(context, waiting);
  await orRemoved(context, stored, () => inScope((scope) => save(scope, stored)));
  return stored.inspected;
}

export async function addStoredVersion(
  scope: BoardScope,
  context: Pick<Context, 'office'>,
  given: { readonly documentId: string; readonly stored: StoredUpload; readonly withdrawsEarlier: boolean },
): Promise<void> {
  const { stored, withdrawsEarlier } = given;
  const document = await openReplaceable(scope, given.documentId);
  // The update locks the row, so that concurrent replacements get different version numbers.
  await updateRow(scope, 'documents', document.id, {
    extension: stored.extension,
    mime_type: mimeTypeByExtension[stored.extension],
  });
  const { version_id: earlier } = document;
  if (withdrawsEarlier && earlier !== null) await updateRow(scope, 'document_versions', earlier, { withdrawn: true });
  await addVersionRow(scope, context, { ...stored, documentId: document.id, byId: scope.member.id });
  const detail = withdrawsEarlier ? { withdrawn: document.version_id } : {};
  await audit(scope, 'document.replaced', { kind: 'document', id: document.id }, detail);
  await publishHomeChanged(scope, document.home, document.id);
}

async function openReplaceable(scope: BoardScope, documentId: string): Promise<LoadedDocument> {
  const document = await loadDocumentForEdit(scope, documentId);
  if (document.is_link) throw refused(libraryMessages.linksHaveNoFile);
  await homeOf(scope, document.home).refuseFixed(scope, documentId, 'replacing');
  await scope.ports.documentLock.refuseLocked(scope, { documentIds: [documentId] });
  return document;
}
