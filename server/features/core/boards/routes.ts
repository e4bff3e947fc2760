import { type BoardSetup, getBoardSetup, saveBoardSetup } from '#contract/boards.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { implement, type RequestContext, type Route } from '#server/http/implement.ts';
import { loadSetup, saveSetup } from './commands.ts';
import { canAskTwoFactorOfBoard } from './policy.ts';
import { baseUrlOf } from './queries.ts';

async function presentSetup(scope: BoardScope, context: Context, request: RequestContext): Promise<BoardSetup> {
  const row = await loadSetup(scope);
  return {
    ...row,
    baseUrl: baseUrlOf(context.config, row.shortname),
    can: { require_two_factor: request.session !== null && canAskTwoFactorOfBoard(request.session) },
  };
}

export const boardRoutes: readonly Route[] = [
  implement(getBoardSetup, async ({ scope, context, request }) => ({
    setup: await presentSetup(scope, context, request),
  })),

  implement(saveBoardSetup, async ({ scope, context, request, body }) => {
    await saveSetup(scope, body);
    return { setup: await presentSetup(scope, context, request) };
  }),
];
