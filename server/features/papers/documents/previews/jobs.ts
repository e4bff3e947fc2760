import { isConvertible } from '#domain/documents.ts';
import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { publishDocumentChanged } from '#server/features/papers/documents/commands.ts';
import { readPlainText } from '#server/integrations/files/plain-text.ts';
import { pageCharactersMax, readPdf } from '#server/integrations/pdf/read-pdf.ts';
import { addJob } from '#server/jobs/queue.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { makePreview, prepareVersionJobName, readScansJobName, setPreview } from './commands.ts';
import { findVersionFile, type VersionFile } from './queries.ts';

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
      .set({ page_count: reading.pageCount, text_read_at: now, text_complete_at: hasScans ? null : now })
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
    await publishDocumentChanged(scope, file.documentId);
  });
}

/** Pages that one job reads, a few seconds each: what waits behind it in the queue must not wait long. */
const pagesPerJob = 3;

/**
 * Reads the pages on which no text was found, from their picture, where the machine can. Each page is kept as it is done,
 * an empty one too, so that none is read twice; the rest is another job's.
 */
export function readScansJob(context: Context): JobHandler {
  return {
    name: readScansJobName,
    lane: 'slow',
    async handle({ board_id: boardId = '', version_id: versionId = '' }, { isLast }) {
      const file = await findVersionFile(context, boardId, versionId);
      if (file === null) return;
      try {
        if (await readSome(context, file)) await noteWhole(context, file);
      } catch (error) {
        // What could not be read by now never is: nobody goes on waiting for it.
        if (isLast) await noteWhole(context, file);
        throw error;
      }
    },
  };
}

/** Answers whether nothing is left to be read. */
async function readSome(context: Context, file: VersionFile): Promise<boolean> {
  const { textReader } = context;
  if (textReader === null) return true;
  return context.storage.withLocalFile(file.previewKey ?? file.storageKey, async (path) => {
    const pages = await pagesWithoutText(context, file);
    for (const page of pages.slice(0, pagesPerJob)) {
      const text = (await textReader.readPage(path, page)) ?? '';
      await keepPage(context, file, { page, text: text.slice(0, pageCharactersMax) });
    }
    if (pages.length <= pagesPerJob) return true;
    const payload = { board_id: file.boardId, version_id: file.versionId };
    await addJob(context.db, { name: readScansJobName, payload, attempts: 3 });
    return false;
  });
}

/** From now on the marks on the version before are compared with this one's text. */
async function noteWhole(context: Context, file: VersionFile): Promise<void> {
  await withBoardJobScope(context, file.boardId, ({ tx, now }) =>
    tx
      .updateTable('document_versions')
      .set({ text_complete_at: now })
      .where('board_id', '=', file.boardId)
      .where('id', '=', file.versionId)
      .execute(),
  );
}

async function pagesWithoutText(context: Context, file: VersionFile): Promise<readonly number[]> {
  const found = await withBoardJobScope(context, file.boardId, async ({ tx }) => {
    const version = await tx
      .selectFrom('document_versions')
      .select('page_count')
      .where('board_id', '=', file.boardId)
      .where('id', '=', file.versionId)
      .executeTakeFirst();
    const texts = await tx
      .selectFrom('document_texts')
      .select('page')
      .where('board_id', '=', file.boardId)
      .where('version_id', '=', file.versionId)
      .execute();
    const known = new Set(texts.map(({ page }) => page));
    return Array.from({ length: version?.page_count ?? 0 }, (_, index) => index + 1).filter((page) => !known.has(page));
  });
  return found ?? [];
}

async function keepPage(
  context: Context,
  file: VersionFile,
  read: { readonly page: number; readonly text: string },
): Promise<void> {
  await withBoardJobScope(context, file.boardId, ({ tx }) =>
    tx
      .insertInto('document_texts')
      .values({ board_id: file.boardId, version_id: file.versionId, ...read })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}
