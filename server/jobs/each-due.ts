import type { RawBuilder } from 'kysely';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { addJobs } from './queue.ts';
import type { JobHandler } from './worker.ts';

/** Contains the item's id and the values that identify it. */
export type DueItem = Readonly<Record<string, string>> & { readonly board_id: string; readonly id: string };

interface EachDue<Item extends DueItem> {
  readonly finder: string;
  readonly runner: string;
  /** A schedule with five cron fields, in UTC. */
  readonly schedule: string;
  readonly selectDue: (now: Date) => RawBuilder<Item>;
  readonly evenSuspended: boolean;
  /** Does nothing if the item is no longer due. Returns the storage keys of files to delete. */
  readonly run: (scope: BoardJobScope, item: Item) => Promise<readonly string[]>;
}

/** Few attempts are enough, because later runs find the item again. */
const attemptsMax = 3;

/** One job finds the due items, and each item gets a job of its own, so that one failure does not affect others. */
export function eachDueJobs<Item extends DueItem>(
  context: Context,
  { finder, runner, schedule, selectDue, evenSuspended, run }: EachDue<Item>,
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
        // After the commit: a file without a row is swept later, but a row without a file would be data loss.
        for (const key of keys ?? []) await context.storage.remove(key);
      },
    },
  ];
}
