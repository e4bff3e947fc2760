import type { RawBuilder } from 'kysely';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { addJobs } from './queue.ts';
import type { JobHandler } from './worker.ts';

export type DueItem = Readonly<Record<string, string>> & { readonly board_id: string; readonly id: string };

interface EachDue<Item extends DueItem> {
  readonly finder: string;
  readonly runner: string;
  /** Five cron fields, in UTC. */
  readonly schedule: string;
  readonly selectDue: (now: Date) => RawBuilder<Item>;
  readonly evenSuspended?: boolean;
  /** Does nothing if the item is no longer due. Returns the storage keys of files to delete. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most jobs delete no files.
  readonly run: (scope: BoardJobScope, item: Item) => Promise<readonly string[] | void>;
}

/** Few attempts are enough, because the next scheduled run finds the item again. */
const attemptsMax = 3;

/** A separate job runs for each due item, so that a failure does not affect other items. */
export function eachDueJobs<Item extends DueItem>(
  context: Context,
  { finder, runner, schedule, selectDue, evenSuspended = false, run }: EachDue<Item>,
): readonly [finder: JobHandler, runner: JobHandler] {
  return [
    {
      name: finder,
      schedule,
      async handle() {
        const { rows } = await selectDue(context.clock.now()).execute(context.db);
        const jobs = rows.map((row) => ({ payload: row, key: `${runner}:${row.id}` }));
        await addJobs(context.db, { name: runner, attempts: attemptsMax, jobs });
      },
    },
    {
      name: runner,
      async handle(payload) {
        const item = payload as Item;
        const keys = await withBoardJobScope(context, item.board_id, (scope) => run(scope, item), { evenSuspended });
        // Deleted after the commit. A file without a row is swept later, but a row without its file is data loss.
        for (const key of keys ?? []) await context.storage.remove(key);
      },
    },
  ];
}
