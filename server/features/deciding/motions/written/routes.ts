import * as endpoints from '#contract/resolutions.ts';
import { resolutionMessages } from '#domain/messages/resolutions.ts';
import type { Context } from '#server/context.ts';
import { type BoardScope, type InScope, type Reader, withBoardJobScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { recordDownload } from '#server/features/deciding/deciding/record-download.ts';
import { implement, implementInSteps, implementRead, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import * as drafts from './drafts/commands.ts';
import { presentWritten, receiptPlan } from './present.ts';
import { openWritten } from './resolution/commands.ts';
import { settlesFirst } from './resolution/policy.ts';
import { type LockedWritten, readWritten, shownWritten, writtenResolution } from './resolution/queries.ts';
import { canSeeWritten } from './resolution/visibility.ts';

function seenWritten<Row extends Parameters<typeof canSeeWritten>[1]>(reader: Reader, row: Row | null): Row {
  if (row === null || !canSeeWritten(reader, row)) throw notFound();
  return row;
}

async function readAnswer(scope: BoardScope, id: string) {
  const row = await shownWritten.run(scope.tx, { id }, scope.now);
  if (row === null) throw notFound();
  return { resolution: presentWritten(scope, row) };
}

async function settled(context: Context, inScope: InScope, id: string): Promise<void> {
  const boardId = await inScope(async (scope) => {
    const row = seenWritten(scope, await readWritten(scope, id));
    return settlesFirst(row) ? scope.board.id : null;
  });
  if (boardId !== null) await withBoardJobScope(context, boardId, (scope) => commands.settleWritten(scope, id));
}

/** If the deadline has passed, records the outcome in a separate transaction that a rejected request cannot undo. */
async function runOnOpen(
  given: { readonly context: Context; readonly inScope: InScope; readonly id: string },
  work: (scope: BoardScope, open: LockedWritten) => Promise<void>,
) {
  const { context, inScope, id } = given;
  for (let tries = 0; tries < triesMax; tries += 1) {
    await settled(context, inScope, id);
    const done = await inScope(async (scope) => {
      const open = await openWritten(scope, id);
      if (open.row.is_over) return null;
      await work(scope, open);
      return readAnswer(scope, id);
    });
    if (done !== null) return done;
  }
  throw refused(resolutionMessages.changedMeanwhile);
}

const triesMax = 3;

export const writtenRoutes: readonly Route[] = [
  implementRead(endpoints.getResolution, {
    reads: { row: shownWritten },
    async answer({ context, params, reader, found, again }) {
      const row = seenWritten(reader, found.row);
      if (!settlesFirst(row)) return { resolution: presentWritten(reader, row) };
      await withBoardJobScope(context, reader.board.id, (scope) => commands.settleWritten(scope, params.id));
      const fresh = await again();
      return { resolution: presentWritten(fresh.reader, seenWritten(fresh.reader, fresh.found.row)) };
    },
  }),

  implementRead(endpoints.downloadReceipt, {
    reads: { row: writtenResolution },
    answer({ context, reader, sessionId, found: { row } }) {
      const plan = row !== null && canSeeWritten(reader, row) ? receiptPlan(reader, row) : null;
      if (plan === null) throw notFound();
      const name = { title: `${plan.title} ${plan.lede}`, plainName: 'receipt' };
      return recordDownload(context, { sessionId, memberId: reader.member.id }, { plan, ...name });
    },
  }),

  implement(endpoints.createResolution, async ({ scope, body }) =>
    readAnswer(scope, await drafts.draftResolution(scope, body)),
  ),

  implement(endpoints.updateResolution, async ({ scope, params, body }) => {
    const { row } = await openWritten(scope, params.id);
    const isWritten = await drafts.updateResolution(scope, row, body);
    return { ...(await readAnswer(scope, params.id)), has_conflict: !isWritten };
  }),

  // Updates the draft in a separate transaction, so that rejecting an outdated text does not undo the update.
  implementInSteps(endpoints.circulateResolution, async ({ context, inScope, params, body }) => {
    await settled(context, inScope, params.id);
    return inScope(async (scope) => {
      await commands.circulate(scope, await openWritten(scope, params.id), body);
      return readAnswer(scope, params.id);
    });
  }),

  implementInSteps(endpoints.remindVoters, async ({ context, inScope, params }) => {
    await settled(context, inScope, params.id);
    return inScope(async (scope) => ({
      recipient_count: await commands.remindSilent(scope, await openWritten(scope, params.id)),
    }));
  }),

  implementInSteps(endpoints.answerResolution, ({ context, request, inScope, params, body }) =>
    runOnOpen({ context, inScope, id: params.id }, (scope, open) =>
      commands.answer(scope, context.secrets, open, {
        ...body,
        isConfirmed: request.isConfirmed,
      }),
    ),
  ),

  implementInSteps(endpoints.objectToResolution, ({ context, inScope, params, body }) =>
    runOnOpen({ context, inScope, id: params.id }, (scope, open) => commands.objectTo(scope, open, body.reason)),
  ),

  implementInSteps(endpoints.withdrawResolution, ({ context, inScope, params, body }) =>
    runOnOpen({ context, inScope, id: params.id }, (scope, open) => commands.withdraw(scope, open, body.reason)),
  ),
];
