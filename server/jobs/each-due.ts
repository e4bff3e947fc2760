import type { RawBuilder } from 'kysely';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { addJobs } from './queue.ts';
import type { JobHandler } from './worker.ts';

/** Ids of what came due, and what else tells it apart. */
export type DueItem = Readonly<Record<string, string>> & { readonly board_id: string; readonly id: string };

interface EachDue<Item extends DueItem> {
  /** Names of the two jobs. */
  readonly finds: string;
  readonly does: string;
  /** When it is looked for: five cron fields, UTC. */
  readonly schedule: string;
  /** What is due on all boards; what is left over is found the next time. */
  readonly due: (now: Date) => RawBuilder<Item>;
  /** Whether suspended boards are no exception. */
  readonly evenSuspended: boolean;
  /** Does one item, unless it is no longer due; answers storage keys of files that went with it. */
  readonly act: (scope: BoardJobScope, item: Item) => Promise<readonly string[]>;
}

/** What has failed so often is found again by the clock. */
const attemptsMax = 3;

/** What comes due by the clock on any board: one job finds it, and each item is a job of its own, so that one which fails holds up no other. */
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
        // As `finds` wrote it.
        const item = payload as Item;
        const keys = await withBoardJobScope(context, item.board_id, (scope) => act(scope, item), { evenSuspended });
        // After the commit: a file without a row is swept, a row without its file would be a loss.
        for (const key of keys ?? []) await context.storage.remove(key);
      },
    },
  ];
}
