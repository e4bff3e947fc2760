import { randomUUID } from 'node:crypto';
import type { DocumentPlace } from '../../../contract/documents.ts';
import { extensionOf, isFileExtension, mimeTypeByExtension } from '../../../domain/documents.ts';
import { safeFileName } from '../../../domain/file-name.ts';
import { uploadMessages } from '../../../domain/messages.ts';
import type { Context } from '../../context.ts';
import type { BoardScope } from '../../db/board-scope.ts';
import { notFound, refused } from '../../errors.ts';
import { addJob } from '../../jobs/queue.ts';
import { audit } from '../audit/commands.ts';
import { tellMeetingChanged } from '../meetings/commands.ts';
import { loadMeeting } from '../meetings/queries.ts';
import { fileProblem, sha256OfFile } from './file-check.ts';

/** Where a version's bytes stand. */
export const storageKeyOf = (boardId: string, versionId: string): string => `boards/${boardId}/documents/${versionId}`;

interface Attaching {
  readonly uploadId: string;
  readonly title: string | undefined;
  readonly place: DocumentPlace;
  /** The meeting that the place belongs to, already loaded and authorised. */
  readonly meetingId: string;
}

/**
 * Makes a finished upload a document. The bytes are in storage before the row is written: a row without its file cannot
 * be; a file without a row can, after a crash, and is swept. An upload is consumed once. Answers the document's id.
 */
export async function attachDocument(scope: BoardScope, context: Context, given: Attaching): Promise<string> {
  const upload = await scope.tx
    .selectFrom('uploads')
    .select(['id', 'filename', 'byte_length'])
    .where('board_id', '=', scope.board.id)
    .where('id', '=', given.uploadId)
    .where('member_id', '=', scope.member.id)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', scope.now)
    .forUpdate()
    .executeTakeFirst();
  if (!upload) throw notFound();
  const path = context.uploads.path(upload.id);
  if ((await context.uploads.byteSize(upload.id)) !== upload.byte_length) throw refused(uploadMessages.incomplete);
  const filename = safeFileName(upload.filename);
  const extension = extensionOf(filename);
  if (extension === null || !isFileExtension(extension) || !context.config.uploadTypes.includes(extension)) {
    throw refused(uploadMessages.typeNotAllowed);
  }
  const problem = await fileProblem(path, extension);
  if (problem) throw refused(problem);

  const documentId = randomUUID();
  const versionId = randomUUID();
  const storageKey = storageKeyOf(scope.board.id, versionId);
  const sha256 = await sha256OfFile(path);
  await context.storage.putFile(storageKey, path);

  await scope.tx
    .insertInto('documents')
    .values({
      id: documentId,
      board_id: scope.board.id,
      title: given.title ?? filename,
      extension,
      mime_type: mimeTypeByExtension[extension],
      ...(given.place.kind === 'agenda-item' ? { agenda_item_id: given.place.id } : { meeting_id: given.place.id }),
      position: await nextPosition(scope, given.place),
      created_by: scope.member.id,
      created_at: scope.now,
    })
    .execute();
  await scope.tx
    .insertInto('document_versions')
    .values({
      id: versionId,
      board_id: scope.board.id,
      document_id: documentId,
      number: 1,
      filename,
      storage_key: storageKey,
      byte_size: upload.byte_length,
      sha256,
      created_by: scope.member.id,
      created_at: scope.now,
    })
    .execute();
  await scope.tx
    .updateTable('uploads')
    .set({ consumed_at: scope.now })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', upload.id)
    .execute();
  await addJob(scope.tx, { name: 'drop-upload', payload: { upload_id: upload.id } });
  if (extension === 'pdf') {
    await addJob(scope.tx, {
      name: 'count-pages',
      payload: { board_id: scope.board.id, version_id: versionId },
      attempts: 3,
    });
  }
  await audit(scope, { action: 'document.added', subjectKind: 'document', subjectId: documentId });
  await tellMeetingChanged(scope, await loadMeeting(scope, given.meetingId));
  return documentId;
}

async function nextPosition(scope: BoardScope, place: DocumentPlace): Promise<number> {
  const column = place.kind === 'agenda-item' ? 'agenda_item_id' : 'meeting_id';
  const last = await scope.tx
    .selectFrom('documents')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('board_id', '=', scope.board.id)
    .where(column, '=', place.id)
    .executeTakeFirst();
  return (last?.position ?? 0) + 1;
}
