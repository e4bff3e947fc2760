import type { RawBuilder } from 'kysely';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { addJobs } from './queue.ts';
import type { JobHandler } from './worker.ts';

/** Contains the item's id and the values that identify it. */
export type DueItem = Readonly<Record<string, string>> & { readonly board_id: string; readonly id: string };

interface EachDue<Item extends DueItem> {
  readonly finds: string;
  readonly does: string;
  /** Five cron fields, UTC. */
  readonly schedule: string;
  /** The items due on all boards, up to a limit; later runs find the rest. */
  readonly due: (now: Date) => RawBuilder<Item>;
  readonly evenSuspended: boolean;
  /** Does nothing if the item is no longer due. Returns storage keys to delete. */
  readonly act: (scope: BoardJobScope, item: Item) => Promise<readonly string[]>;
}

/** Later runs find the item again. */
const attemptsMax = 3;

/** One job finds the due items, and each item gets its own job, so that failures stay separate. */
export function eachDueJobs<Item extends DueItem>(
  context: Context,
  { finds, does, schedule, due, evenSuspended, act }: EachDue<Item>,
): readonly [find: JobHandler, act: JobHandler] {
  return [
    {
      name: finds,
      schedule,
      async handle() {
        const { rows } = await due(context.clock.now()).execute(context.db);
        const jobs = rows.map((row) => ({ payload: row, key: `${does}:${row.id}` }));
        await addJobs(context.db, { name: does, attempts: attemptsMax, jobs });
      },
    },
    {
      name: does,
      async handle(payload) {
        const item = payload as Item;
        const keys = await withBoardJobScope(context, item.board_id, (scope) => act(scope, item), { evenSuspended });
        // Files are removed after the commit: a file without a row is swept later, but a row without a file is data
        // loss.
        for (const key of keys ?? []) await context.storage.remove(key);
      },
    },
  ];
}
