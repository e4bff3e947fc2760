import { randomUUID } from 'node:crypto';
import { mimeTypeByExtension } from '#domain/documents.ts';
import type { Context } from '#server/context.ts';
import { deleteRows, insertRows, updateRow, updateRows } from '#server/db/board-rows.ts';
import { type BoardScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { publishDocumentChanged } from '#server/features/papers/documents/commands.ts';
import { queueComparisons } from '#server/features/papers/documents/comparing/commands.ts';
import type { DocumentRow } from '#server/features/papers/documents/queries.ts';
import type { Conversion } from '#server/integrations/office/office-converter.ts';
import type { ReadingCopier } from '#server/integrations/office/reading-copy.ts';
import { withPicturePdf } from '#server/integrations/pdf/picture-pdf.ts';
import { addJob } from '#server/jobs/queue.ts';
import { needsPreview } from './policy.ts';
import { prepareVersionJobName, previewJob, type VersionFile } from './queries.ts';

export const readScansJobName = 'read-scans';
export const copyForReadingJobName = 'copy-for-reading';

type Queueing = Pick<BoardScope, 'tx' | 'board'>;

/** Each attempt writes its own file, so that removing one file never affects another attempt. */
export const freshPreviewKey = (boardId: string): string => `boards/${boardId}/previews/${randomUUID()}`;

export async function makePreview(context: Context, file: VersionFile): Promise<boolean> {
  const { office, storage, log } = context;
  if (office === null) {
    // Resets the state, because another server may be able to convert the file later.
    await setPreview(context, file, { preview_state: 'none' });
    return false;
  }
  const key = freshPreviewKey(file.board_id);
  const convert = (path: string, work: (done: Conversion) => Promise<PreviewState>) =>
    file.mime_type === mimeTypeByExtension.tiff
      ? withPicturePdf(path, work)
      : office.convert(path, file.extension, work);
  const state = await storage.withLocalFile(file.storage_key, (path) =>
    convert(path, async (done) => {
      if (done.kind === 'failed') {
        log.warn({ versionId: file.id, cause: done.cause }, 'no preview could be created');
        return { preview_state: 'failed' };
      }
      await storage.putFile(key, done.path);
      return {
        preview_state: 'made',
        preview_key: key,
        preview_bytes: done.byteSize,
        has_tracked_changes: done.hasTrackedChanges,
      };
    }),
  );
  await setPreview(context, file, state);
  return state.preview_state === 'made';
}

type PreviewState =
  | { readonly preview_state: 'none' | 'failed' }
  | {
      readonly preview_state: 'made';
      readonly preview_key: string;
      readonly preview_bytes: number;
      readonly has_tracked_changes: boolean;
    };

export async function setPreview(context: Context, file: VersionFile, state: PreviewState): Promise<void> {
  await withBoardJobScope(context, file.board_id, async (scope) => {
    await updateRows(scope, 'document_versions', { id: file.id, preview_state: 'waiting' }).set(state).execute();
    await publishDocumentChanged(scope, file.document_id);
  });
}

/** The viewer downloads smaller files as a whole, so they need no reading copy. */
const readingCopyBytesMin = 20_000_000;

export async function queueReadingCopy(
  scope: Queueing,
  version: { readonly id: string; readonly mimeType: string; readonly byteSize: number },
): Promise<void> {
  if (version.mimeType !== 'application/pdf' || version.byteSize <= readingCopyBytesMin) return;
  await queueOnce(scope, copyForReadingJobName, version.id);
}

export async function makeReadingCopy(context: Context, file: VersionFile, copier: ReadingCopier): Promise<void> {
  const { storage, log } = context;
  const key = freshPreviewKey(file.board_id);
  const byteSize = await storage.withLocalFile(file.storage_key, (path) =>
    copier.copy(path, async (done) => {
      if (done.kind === 'failed')
        log.warn({ versionId: file.id, cause: done.cause }, 'no reading copy could be created');
      if (done.kind !== 'made') return null;
      await storage.putFile(key, done.path);
      return done.byteSize;
    }),
  );
  if (byteSize === null) return;
  await withBoardJobScope(context, file.board_id, (scope) =>
    updateRows(scope, 'document_versions', { id: file.id, reading_key: null })
      .set({ reading_key: key, reading_bytes: byteSize })
      .execute(),
  );
}

const attemptsMax = 3;

async function queueOnce({ tx, board }: Queueing, name: string, versionId: string): Promise<void> {
  const payload = { board_id: board.id, version_id: versionId };
  await addJob(tx, { name, payload, attempts: attemptsMax, key: `${name}:${versionId}` });
}

export const queuePreparing = (scope: Queueing, versionId: string): Promise<void> =>
  queueOnce(scope, prepareVersionJobName, versionId);

export async function requestPreview(
  scope: BoardScope,
  context: Pick<Context, 'office'>,
  document: Pick<DocumentRow, 'id' | 'version_id' | 'preview_state' | 'mime_type'>,
): Promise<DocumentRow['preview_state']> {
  const { version_id: versionId, preview_state: state } = document;
  const job = state === 'waiting' ? await previewJob.run(scope.tx, { id: document.id }, scope.now) : null;
  if (versionId === null || !needsPreview(context, document, { isJobLost: job?.is_lost === true })) return state;
  await updateRows(scope, 'document_versions', { id: versionId, preview_state: 'none' })
    .set({ preview_state: 'waiting' })
    .execute();
  await queuePreparing(scope, versionId);
  return 'waiting';
}

const textsPerStatementMax = 500;

export async function saveTexts(
  context: Context,
  file: VersionFile,
  read: { readonly pageCount: number | null; readonly texts: readonly string[] },
): Promise<void> {
  const version_id = file.id;
  const pages = read.texts.flatMap((text, index) => (text === '' ? [] : [{ version_id, page: index + 1, text }]));
  const hasScans = context.textReader !== null && pages.length < read.texts.length;
  await withBoardJobScope(context, file.board_id, async (scope) => {
    const { tx, now } = scope;
    const complete = { text_read_at: now, text_complete_at: hasScans ? null : now };
    await updateRow(scope, 'document_versions', version_id, { page_count: read.pageCount, ...complete });
    await deleteRows(scope, 'document_texts', { version_id }).execute();
    for (let from = 0; from < pages.length; from += textsPerStatementMax)
      await insertRows(scope, 'document_texts', pages.slice(from, from + textsPerStatementMax));
    if (hasScans) await queueReadingScans(tx, file);
    else await queueComparisons(scope, file.document_id);
    await publishDocumentChanged(scope, file.document_id);
  });
}

export async function queueReadingScans(db: Parameters<typeof addJob>[0], file: VersionFile): Promise<void> {
  const payload = { board_id: file.board_id, version_id: file.id };
  await addJob(db, { name: readScansJobName, payload, attempts: attemptsMax });
}

export async function finishText(context: Context, file: VersionFile): Promise<void> {
  await withBoardJobScope(context, file.board_id, async (scope) => {
    await updateRow(scope, 'document_versions', file.id, { text_complete_at: scope.now });
    await queueComparisons(scope, file.document_id);
  });
}

export async function savePageText(
  context: Context,
  file: VersionFile,
  read: { readonly page: number; readonly text: string },
): Promise<void> {
  await withBoardJobScope(context, file.board_id, ({ tx }) =>
    tx
      .insertInto('document_texts')
      .values({ board_id: file.board_id, version_id: file.id, ...read })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}
