import type { Context } from '../../context.ts';
import { withBoardJobScope } from '../../db/board-scope.ts';
import { tellLive } from '../../http/live-hub.ts';
import { countPages } from '../../integrations/pdf/count-pages.ts';
import type { JobHandler } from '../../jobs/worker.ts';

/** Writes down how many pages a PDF has, once. A file that cannot be opened keeps none. */
export function countPagesJob(context: Context): JobHandler {
  return {
    name: 'count-pages',
    async handle({ board_id: boardId = '', version_id: versionId = '' }) {
      const storageKey = await withBoardJobScope(context, boardId, async (scope) => {
        const row = await scope.tx
          .selectFrom('document_versions')
          .select('storage_key')
          .where('board_id', '=', boardId)
          .where('id', '=', versionId)
          .executeTakeFirst();
        return row?.storage_key ?? null;
      });
      if (storageKey === null) return;
      // Counted outside the transaction: it may take its time.
      const pages = await context.storage.withLocalFile(storageKey, countPages);
      if (pages === null) return;
      await withBoardJobScope(context, boardId, async (scope) => {
        await scope.tx
          .updateTable('document_versions')
          .set({ page_count: pages })
          .where('board_id', '=', boardId)
          .where('id', '=', versionId)
          .execute();
        await tellLive(scope, { noun: 'document', id: null });
      });
    },
  };
}
