import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { isConvertible } from '#domain/documents.ts';
import type { Context } from '#server/context.ts';
import { type BoardScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { publishDocumentChanged } from '#server/features/papers/documents/commands.ts';
import type { DocumentRow } from '#server/features/papers/documents/queries.ts';
import { addJob, hasJob } from '#server/jobs/queue.ts';
import type { VersionFile } from './queries.ts';

/** Jobs about one version of a document, as the queue knows them. Payload: `board_id`, `version_id`. */
export const prepareVersionJobName = 'prepare-version';
export const readScansJobName = 'read-scans';

/** Where a version's read-only PDF stands: each attempt has a file of its own, so that the sweep of one never takes another's. */
const freshPreviewKey = (file: VersionFile): string => `boards/${file.boardId}/previews/${randomUUID()}`;

/**
 * Makes the PDF that is shown in place of an office or HTML file. The bytes are stored before the row names them. A file
 * that cannot be converted is marked so, and is not tried again by itself. Answers whether there is a preview.
 */
export async function makePreview(context: Context, file: VersionFile): Promise<boolean> {
  const { office, storage, log } = context;
  if (office === null) {
    // Asked for while a server was there that could: whoever opens it next asks again.
    await setPreview(context, file, { preview_state: 'none' });
    return false;
  }
  const key = freshPreviewKey(file);
  const byteSize = await storage.withLocalFile(file.storageKey, (path) =>
    office.convert(path, file.extension, async (done) => {
      if (done.kind === 'failed') {
        log.warn({ versionId: file.versionId, cause: done.cause }, 'no preview could be made');
        return null;
      }
      await storage.putFile(key, done.path);
      return done.byteSize;
    }),
  );
  const state =
    byteSize === null
      ? ({ preview_state: 'failed' } as const)
      : ({ preview_state: 'made', preview_key: key, preview_bytes: byteSize } as const);
  await setPreview(context, file, state);
  return byteSize !== null;
}

type PreviewState =
  | { readonly preview_state: 'none' | 'failed' }
  | { readonly preview_state: 'made'; readonly preview_key: string; readonly preview_bytes: number };

/** Writes down how far a preview is, and tells the open pages. */
export async function setPreview(context: Context, file: VersionFile, state: PreviewState): Promise<void> {
  await withBoardJobScope(context, file.boardId, async (scope) => {
    await scope.tx
      .updateTable('document_versions')
      .set(state)
      .where('board_id', '=', file.boardId)
      .where('id', '=', file.versionId)
      .execute();
    await publishDocumentChanged(scope, file.documentId);
  });
}

/** Lets a version's preview be made and its text be read; once, however often it is asked for. */
export async function queuePreparing(scope: Pick<BoardScope, 'tx' | 'board'>, versionId: string): Promise<void> {
  await addJob(scope.tx, {
    name: prepareVersionJobName,
    payload: { board_id: scope.board.id, version_id: versionId },
    attempts: attemptsMax,
    key: jobKeyOf(versionId),
  });
}

/** What the machine could not do now it may do a little later. */
const attemptsMax = 3;
const jobKeyOf = (versionId: string): string => `prepare-version:${versionId}`;

/**
 * Asks for the preview of a document that has none yet (it came while the machine could not convert), or that waits for one though the queue
 * has no job for it: the server was killed in each attempt. Answers how far the preview is.
 */
export async function requestPreview(
  scope: BoardScope,
  context: Pick<Context, 'office'>,
  document: Pick<DocumentRow, 'version_id' | 'preview_state' | 'mime_type'>,
): Promise<DocumentRow['preview_state']> {
  const { version_id: versionId, preview_state: state } = document;
  if (versionId === null || context.office === null || !isConvertible(document.mime_type)) return state;
  if (state !== 'none' && !(state === 'waiting' && (await isForgotten(scope, versionId)))) return state;
  await scope.tx
    .updateTable('document_versions')
    .set({ preview_state: 'waiting' })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', versionId)
    .where('preview_state', '=', 'none')
    .execute();
  await queuePreparing(scope, versionId);
  return 'waiting';
}

async function isForgotten(scope: BoardScope, versionId: string): Promise<boolean> {
  const { rows } = await sql<{ has_job: boolean }>`select ${hasJob(sql.val(jobKeyOf(versionId)))} as has_job`.execute(
    scope.tx,
  );
  return rows[0]?.has_job === false;
}
