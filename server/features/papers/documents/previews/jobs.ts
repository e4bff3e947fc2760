import { isConvertible } from '#domain/documents.ts';
import type { Context } from '#server/context.ts';
import { readPlainText } from '#server/integrations/files/plain-text.ts';
import { pageCharactersMax, readPdf } from '#server/integrations/pdf/read-pdf.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import {
  copyForReadingJobName,
  finishText,
  makePreview,
  makeReadingCopy,
  queueReadingScans,
  readScansJobName,
  savePageText,
  saveTexts,
  setPreview,
} from './commands.ts';
import { findVersionFile, listPagesWithoutText, prepareVersionJobName, type VersionFile } from './queries.ts';

/** Does nothing if the version no longer exists. */
const versionJob = (
  context: Context,
  name: string,
  work: (file: VersionFile, isLast: boolean) => Promise<void>,
): JobHandler => ({
  name,
  lane: 'slow',
  async handle({ board_id: boardId = '', version_id: versionId = '' }, { isLast }) {
    const file = await findVersionFile(context, boardId, versionId);
    if (file !== null) await work(file, isLast);
  },
});

export const prepareVersionJob = (context: Context): JobHandler =>
  versionJob(context, prepareVersionJobName, async (file, isLast) => {
    if (file.preview_state === 'waiting' && !(await tryPreview(context, file, isLast))) return;
    const prepared = await findVersionFile(context, file.board_id, file.id);
    if (prepared !== null) await readText(context, prepared);
  });

/** After the last attempt the preview is marked as failed, so that readers do not wait forever. */
async function tryPreview(context: Context, file: VersionFile, isLast: boolean): Promise<boolean> {
  try {
    return await makePreview(context, file);
  } catch (error) {
    if (isLast) await setPreview(context, file, { preview_state: 'failed' });
    throw error;
  }
}

async function readText(context: Context, file: VersionFile): Promise<void> {
  // Prefers the reading copy, because its text excludes hidden layers and includes field values.
  const pagedKey = file.mime_type === 'application/pdf' ? (file.reading_key ?? file.storage_key) : file.preview_key;
  if (pagedKey !== null) {
    const read = await context.storage.withLocalFile(pagedKey, readPdf);
    if (read !== null) await saveTexts(context, file, read);
  } else if (!isConvertible(file.mime_type)) {
    const text = await context.storage.withLocalFile(file.storage_key, (path) =>
      readPlainText(path, { extension: file.extension, charactersMax: pageCharactersMax }),
    );
    if (text !== null) await saveTexts(context, file, { pageCount: null, texts: [text] });
  }
}

/** Number of pages read per job. Each page takes seconds, and other jobs must not wait long. */
const pagesPerJob = 3;

/** Saves each page immediately, even an empty one, so that no page is read twice. */
export const readScansJob = (context: Context): JobHandler =>
  versionJob(context, readScansJobName, async (file, isLast) => {
    try {
      if (await readScans(context, file)) await finishText(context, file);
    } catch (error) {
      // After the last attempt, marks the text as complete, so that readers and comparisons do not wait forever.
      if (isLast) await finishText(context, file);
      throw error;
    }
  });

async function readScans(context: Context, file: VersionFile): Promise<boolean> {
  const { textReader } = context;
  if (textReader === null) return true;
  return context.storage.withLocalFile(file.reading_key ?? file.preview_key ?? file.storage_key, async (path) => {
    const pages = await listPagesWithoutText(context, file);
    for (const page of pages.slice(0, pagesPerJob)) {
      const text = (await textReader.readPage(path, page)) ?? '';
      await savePageText(context, file, { page, text: text.slice(0, pageCharactersMax) });
    }
    if (pages.length <= pagesPerJob) return true;
    await queueReadingScans(context.db, file);
    return false;
  });
}

/** Without qpdf there is no reading copy, and readers get the original. */
export const copyForReadingJob = (context: Context): JobHandler =>
  versionJob(context, copyForReadingJobName, async (file) => {
    const { readingCopier } = context;
    if (readingCopier !== null && file.reading_key === null) await makeReadingCopy(context, file, readingCopier);
  });
