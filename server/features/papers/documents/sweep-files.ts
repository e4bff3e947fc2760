import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { fileAgeMsMin } from '#server/integrations/storage/unclaimed.ts';
import type { JobHandler } from '#server/jobs/worker.ts';

/**
 * Removes the files that no row names: what a server leaves behind that fell, or a refusal that came, between the
 * storing of the bytes and the commit of their row (quality.md, "What goes wrong": swept within an hour). Board books that
 * nobody has asked for in a month go too: they can be made again.
 */
export function sweepFilesJob(context: Context): JobHandler {
  return {
    name: 'sweep-files',
    lane: 'slow',
    schedule: '5,25,45 * * * *',
    async handle() {
      const failures: unknown[] = [];
      for (const boardId of await context.storage.folders('boards')) {
        // One board's trouble must not keep the others' files.
        await sweepBoard(context, boardId).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw new AggregateError(failures, 'The files of some boards could not be swept.');
    },
  };
}

async function sweepBoard(context: Context, boardId: string): Promise<void> {
  // Files carry the machine's time, whatever clock the product goes by.
  const oldest = Date.now() - fileAgeMsMin;
  const stored = (await context.storage.list(`boards/${boardId}`)).flatMap(({ key, storedAt }) =>
    /^boards\/[^/]+\/(?:documents|previews|books)\/[^/]+$/.test(key) && storedAt.getTime() < oldest ? [key] : [],
  );
  const known = await keysAmong(context, boardId, stored);
  // A board that is not found, as on a database that was just restored, is no reason to remove its files.
  if (known === null) return;
  for (const key of stored) if (!known.has(key)) await context.storage.remove(key);
}

async function keysAmong(
  context: Context,
  boardId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string> | null> {
  return withBoardJobScope(
    context,
    boardId,
    async (scope) => {
      const { rows } = await sql<{ key: string }>`
        select storage_key as key from document_versions where board_id = ${boardId}::uuid and storage_key = any(${keys})
        union all
        select preview_key from document_versions where board_id = ${boardId}::uuid and preview_key = any(${keys})
      `.execute(scope.tx);
      const known = new Set(rows.map((row) => row.key));
      for (const noun of scope.ports.ownFiles) {
        await noun.forget(scope);
        for (const key of await noun.keysAmong(scope, keys)) known.add(key);
      }
      return known;
    },
    { evenSuspended: true },
  );
}
