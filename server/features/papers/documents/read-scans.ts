import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { pageCharactersMax } from '#server/integrations/pdf/read-pdf.ts';
import { addJob } from '#server/jobs/queue.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { readScansJobName } from './job-names.ts';
import { findVersionFile, type VersionFile } from './version-file.ts';

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
      .set({ text_whole_at: now })
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
