import { type BoardSetup, getBoardSetup, saveBoardSetup } from '#contract/boards.ts';
import type { Config } from '#server/config.ts';
import { notFound } from '#server/errors.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import { saveSetup } from './commands.ts';
import { baseUrlOf, boardSetup, readSetup, type SetupRow } from './queries.ts';

function presentSetup({ has_second_factor: hasSecondFactor, ...row }: SetupRow, config: Config): BoardSetup {
  return {
    ...row,
    baseUrl: baseUrlOf(config, row.shortname),
    // An admin without a second factor must not require one, because that would lock the admin out of the board.
    can: { require_two_factor: hasSecondFactor },
  };
}

export const boardRoutes: readonly Route[] = [
  implementRead(getBoardSetup, {
    reads: { setup: boardSetup },
    answer({ context, found: { setup } }) {
      if (setup === null) throw notFound();
      return { setup: presentSetup(setup, context.config) };
    },
  }),

  implement(saveBoardSetup, async ({ scope, context, body }) => {
    await saveSetup(scope, body);
    return { setup: presentSetup(await readSetup(scope), context.config) };
  }),
];
