import { randomUUID } from 'node:crypto';
import type { DocumentPlace } from '../../../contract/documents.ts';
import { limits } from '../../../contract/fields.ts';
import { extensionOf, type FileExtension, isFileExtension, mimeTypeByExtension } from '../../../domain/documents.ts';
import { safeFileName } from '../../../domain/file-name.ts';
import { uploadMessages } from '../../../domain/messages.ts';
import type { Context } from '../../context.ts';
import type { BoardScope, InScope } from '../../db/board-scope.ts';
import { notFound, refused } from '../../errors.ts';
import { addJob } from '../../jobs/queue.ts';
import { audit } from '../audit/commands.ts';
import { tellMeetingChanged } from '../meetings/commands.ts';
import { fileProblem, sha256OfFile } from './file-check.ts';
import { endOfPlace, openPlace } from './place.ts';

/** Where a version's bytes stand. */
export const storageKeyOf = (boardId: string, versionId: string): string => `boards/${boardId}/documents/${versionId}`;

interface Attaching {
  readonly uploadId: string;
  readonly title: string | undefined;
  readonly place: DocumentPlace;
}

/**
 * Makes a finished upload a document; answers the document's id. The bytes are checked, hashed and stored between two
 * transactions, since a large file takes its time, and before the row is written: a row without its file cannot be; a file
 * without a row can, after a crash or a refusal, and is swept. The second transaction asks everything again, and of many
 * who attach one upload it lets one through.
 */
export async function attachDocument(inScope: InScope, context: Context, given: Attaching): Promise<string> {
  const waiting = await inScope(async (scope) => {
    await openPlace(scope, given.place);
    return { ...(await findWaiting(scope, given.uploadId)), boardId: scope.board.id };
  });
  const stored = await storeUpload(context, waiting);
  return inScope(async (scope) => {
    const meeting = await openPlace(scope, given.place);
    await consume(scope, given.uploadId);
    const documentId = await addRows(scope, { ...given, ...stored });
    await addJob(scope.tx, { name: 'drop-upload', payload: { upload_id: given.uploadId } });
    if (stored.extension === 'pdf') {
      const payload = { board_id: scope.board.id, version_id: stored.versionId };
      await addJob(scope.tx, { name: 'count-pages', payload, attempts: 3 });
    }
    await audit(scope, { action: 'document.added', subjectKind: 'document', subjectId: documentId });
    await tellMeetingChanged(scope, meeting);
    return documentId;
  });
}

interface Waiting {
  readonly id: string;
  readonly filename: string;
  readonly byte_length: number;
}

/** The member's own upload that nobody has attached yet. */
async function findWaiting(scope: BoardScope, uploadId: string): Promise<Waiting> {
  const upload = await scope.tx
    .selectFrom('uploads')
    .select(['id', 'filename', 'byte_length'])
    .where('board_id', '=', scope.board.id)
    .where('id', '=', uploadId)
    .where('member_id', '=', scope.member.id)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', scope.now)
    .executeTakeFirst();
  if (!upload) throw notFound();
  return upload;
}

interface Stored {
  readonly versionId: string;
  readonly storageKey: string;
  readonly filename: string;
  readonly extension: FileExtension;
  readonly byteSize: number;
  readonly sha256: Buffer;
}

/** Refuses what has not arrived whole or is not what its name says; else the bytes stand in storage. */
async function storeUpload(context: Context, upload: Waiting & { readonly boardId: string }): Promise<Stored> {
  const path = context.uploads.path(upload.id);
  if ((await context.uploads.byteSize(upload.id)) !== upload.byte_length) throw refused(uploadMessages.incomplete);
  const filename = safeFileName(upload.filename);
  const extension = extensionOf(filename);
  if (extension === null || !isFileExtension(extension) || !context.config.uploadTypes.includes(extension)) {
    throw refused(uploadMessages.typeNotAllowed);
  }
  const problem = await fileProblem(path, extension);
  if (problem) throw refused(problem);
  const versionId = randomUUID();
  const storageKey = storageKeyOf(upload.boardId, versionId);
  const sha256 = await sha256OfFile(path);
  await context.storage.putFile(storageKey, path);
  return { versionId, storageKey, filename, extension, byteSize: upload.byte_length, sha256 };
}

async function consume(scope: BoardScope, uploadId: string): Promise<void> {
  const consumed = await scope.tx
    .updateTable('uploads')
    .set({ consumed_at: scope.now })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', uploadId)
    .where('member_id', '=', scope.member.id)
    .where('consumed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!consumed) throw notFound();
}

async function addRows(scope: BoardScope, given: Attaching & Stored): Promise<string> {
  const { place, extension } = given;
  const end = await endOfPlace(scope, place);
  if (end.count >= limits.documentsPerItemMax) throw refused(uploadMessages.placeFull(limits.documentsPerItemMax));
  const by = { board_id: scope.board.id, created_by: scope.member.id, created_at: scope.now };
  const document = await scope.tx
    .insertInto('documents')
    .values({
      ...by,
      title: given.title ?? given.filename,
      extension,
      mime_type: mimeTypeByExtension[extension],
      ...(place.kind === 'agenda-item' ? { agenda_item_id: place.id } : { meeting_id: place.id }),
      position: end.position,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await scope.tx
    .insertInto('document_versions')
    .values({
      ...by,
      id: given.versionId,
      document_id: document.id,
      number: 1,
      filename: given.filename,
      storage_key: given.storageKey,
      byte_size: given.byteSize,
      sha256: given.sha256,
    })
    .execute();
  return document.id;
}
