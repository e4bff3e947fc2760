import type { Context } from '../../context.ts';
import { withBoardJobScope } from '../../db/board-scope.ts';
import type { JobHandler } from '../../jobs/worker.ts';

/** A younger file may belong to a document whose transaction has not ended yet. */
const fileAgeMsMin = 30 * 60_000;

/**
 * Removes the files that no version names: what a server leaves behind that fell, or a refusal that came, between the
 * storing of the bytes and the commit of their row (quality.md, "What goes wrong": swept within an hour).
 */
export function sweepFilesJob(context: Context): JobHandler {
  return {
    name: 'sweep-files',
    schedule: '5,25,45 * * * *',
    async handle() {
      // Files carry the machine's time, whatever clock the product goes by.
      const oldest = Date.now() - fileAgeMsMin;
      const files = (await context.storage.list('boards')).flatMap(({ key, storedAt }) => {
        const [, boardId, versionId] = /^boards\/([^/]+)\/documents\/([^/]+)$/.exec(key) ?? [];
        const isOld = storedAt.getTime() < oldest;
        return boardId && versionId && isOld ? [{ key, boardId, versionId }] : [];
      });
      for (const [boardId, stored] of Map.groupBy(files, (file) => file.boardId)) {
        const known = await versionsAmong(
          context,
          boardId,
          stored.map((file) => file.versionId),
        );
        // A board that is not found, as on a database that was just restored, is no reason to remove its files.
        if (known === null) continue;
        for (const file of stored) if (!known.has(file.versionId)) await context.storage.remove(file.key);
      }
    },
  };
}

async function versionsAmong(
  context: Context,
  boardId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string> | null> {
  return withBoardJobScope(
    context,
    boardId,
    async (scope) => {
      const rows = await scope.tx
        .selectFrom('document_versions')
        .select('id')
        .where('board_id', '=', boardId)
        .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
        .execute();
      return new Set(rows.map((row) => row.id));
    },
    { evenSuspended: true },
  );
}
