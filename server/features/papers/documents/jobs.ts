import { isConvertible } from '#domain/documents.ts';
import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { readPdf } from '#server/integrations/pdf/read-pdf.ts';
import { addJob } from '#server/jobs/queue.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { prepareVersionJobName, readScansJobName } from './job-names.ts';
import { readPlainText } from './plain-text.ts';
import { makePreview, setPreview } from './previews.ts';
import { tellDocumentChanged } from './tell.ts';
import { findVersionFile, type VersionFile } from './version-file.ts';

const textsPerStatementMax = 500;

/** What is done once with a new version: its preview made, its pages counted, its text read for search. */
export function prepareVersionJob(context: Context): JobHandler {
  return {
    name: prepareVersionJobName,
    lane: 'slow',
    async handle({ board_id: boardId = '', version_id: versionId = '' }, { isLast }) {
      const file = await findVersionFile(context, boardId, versionId);
      if (file === null) return;
      if (file.previewState === 'waiting' && !(await tryPreview(context, file, isLast))) return;
      const prepared = await findVersionFile(context, boardId, versionId);
      if (prepared !== null) await readVersion(context, prepared);
    },
  };
}

/** Something that fails again and again, as a full disk may, must not leave the reader waiting for good. */
async function tryPreview(context: Context, file: VersionFile, isLast: boolean): Promise<boolean> {
  try {
    return await makePreview(context, file);
  } catch (error) {
    if (isLast) await setPreview(context, file, { preview_state: 'failed' });
    throw error;
  }
}

/** Reads outside of any transaction, since that may take its time. */
async function readVersion(context: Context, file: VersionFile): Promise<void> {
  const pagedKey = file.mimeType === 'application/pdf' ? file.storageKey : file.previewKey;
  if (pagedKey !== null) {
    const reading = await context.storage.withLocalFile(pagedKey, readPdf);
    if (reading !== null) await keepReading(context, file, reading);
  } else if (!isConvertible(file.mimeType)) {
    const text = await context.storage.withLocalFile(file.storageKey, (path) => readPlainText(path, file.extension));
    if (text !== null) await keepReading(context, file, { pageCount: null, texts: [text] });
  }
}

async function keepReading(
  context: Context,
  file: VersionFile,
  reading: { readonly pageCount: number | null; readonly texts: readonly string[] },
): Promise<void> {
  const { boardId, versionId } = file;
  const pages = reading.texts.flatMap((text, index) =>
    text === '' ? [] : [{ board_id: boardId, version_id: versionId, page: index + 1, text }],
  );
  const hasScans = context.textReader !== null && pages.length < reading.texts.length;
  await withBoardJobScope(context, boardId, async (scope) => {
    const { tx, now } = scope;
    await tx
      .updateTable('document_versions')
      .set({ page_count: reading.pageCount, text_read_at: now, text_whole_at: hasScans ? null : now })
      .where('board_id', '=', boardId)
      .where('id', '=', versionId)
      .execute();
    await tx.deleteFrom('document_texts').where('board_id', '=', boardId).where('version_id', '=', versionId).execute();
    for (let from = 0; from < pages.length; from += textsPerStatementMax) {
      await tx
        .insertInto('document_texts')
        .values(pages.slice(from, from + textsPerStatementMax))
        .execute();
    }
    if (hasScans) {
      const payload = { board_id: boardId, version_id: versionId };
      await addJob(tx, { name: readScansJobName, payload, attempts: 3 });
    }
    await tellDocumentChanged(scope, file.documentId);
  });
}
