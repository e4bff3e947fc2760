import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { fileAgeMsMin } from '#server/integrations/storage/document-storage.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { purgeDeleted } from './commands.ts';
import { filterVersionKeys, selectPurgeable } from './queries.ts';

export const purgeDocumentJobs = (context: Context) =>
  eachDueJobs(context, {
    finder: 'purge-documents',
    runner: 'purge-document',
    schedule: '40 * * * *',
    selectDue: selectPurgeable,
    evenSuspended: true,
    run: purgeDeleted,
  });

/** Removes files that a crash left without a row, and board books that nobody has requested for a month. */
export function sweepFilesJob(context: Context): JobHandler {
  return {
    name: 'sweep-files',
    lane: 'slow',
    schedule: '5,25,45 * * * *',
    async handle() {
      const failures: unknown[] = [];
      for (const boardId of await context.storage.folders('boards')) {
        await sweepBoard(context, boardId).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw new AggregateError(failures, 'The files of some boards could not be swept.');
    },
  };
}

async function sweepBoard(context: Context, boardId: string): Promise<void> {
  // Uses real time instead of `context.clock`, because it is compared with file timestamps.
  const oldest = Date.now() - fileAgeMsMin;
  const stored = (await context.storage.list(`boards/${boardId}`)).flatMap(({ key, storedAt }) =>
    /^boards\/[^/]+\/(?:documents|previews|books)\/[^/]+$/.test(key) && storedAt.getTime() < oldest ? [key] : [],
  );
  const known = await withBoardJobScope(
    context,
    boardId,
    async (scope) => {
      const inUse = new Set(await filterVersionKeys(scope, stored));
      for (const files of scope.ports.derivedFiles) {
        await files.deleteExpired(scope);
        for (const key of await files.filterKeysInUse(scope, stored)) inUse.add(key);
      }
      return inUse;
    },
    { evenSuspended: true },
  );
  // Keep the files, because a missing board may mean that an older database was restored.
  if (known === null) return;
  for (const key of stored) if (!known.has(key)) await context.storage.remove(key);
}
