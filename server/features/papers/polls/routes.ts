import type { Poll, PollInput } from '#contract/polls.ts';
import * as endpoints from '#contract/polls.ts';
import { restorableSince } from '#domain/timings.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize } from '#server/errors.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import { implement, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import type { PollItem } from './poll/policy.ts';
import { type LockedPoll, lockPoll } from './poll/queries.ts';
import { presentPoll } from './present.ts';

async function lockForEdit(scope: BoardScope, context: Context, pollId: string): Promise<LockedPoll> {
  const locked = await lockPoll(scope, context.config, { pollId });
  authorize(isEditor(scope, locked.home));
  return locked;
}

const responding = (endpoint: typeof endpoints.respondToPoll | typeof endpoints.respondToPollByMagic) =>
  implement(endpoint, async ({ scope, context, params, body }) => {
    await commands.respond(scope, await lockPoll(scope, context.config, { pollId: params.id }), body.option_ids);
    return readPoll(scope, context, params.id);
  });

async function readPoll(scope: BoardScope, context: Context, pollId: string): Promise<{ poll: Poll }> {
  const { poll, home } = await lockPoll(scope, context.config, { pollId });
  return { poll: presentPoll(scope, home, poll) };
}

export const pollRoutes: readonly Route[] = [
  implement(endpoints.createPoll, async ({ scope, context, params, body }) =>
    create(scope, context, { item: { kind: 'meeting', id: params.id }, poll: body }),
  ),

  implement(endpoints.createAnnouncementPoll, async ({ scope, context, params, body }) =>
    create(scope, context, { item: { kind: 'announcement', id: params.id }, poll: body }),
  ),

  implement(endpoints.updatePoll, async ({ scope, context, params, body }) => {
    await commands.updatePoll(scope, await lockForEdit(scope, context, params.id), body);
    return readPoll(scope, context, params.id);
  }),

  implement(endpoints.setPollClosing, async ({ scope, context, params, body }) => {
    await commands.setClosing(scope, await lockForEdit(scope, context, params.id), body.closes_at);
    return readPoll(scope, context, params.id);
  }),

  implement(endpoints.closePoll, async ({ scope, context, params }) => {
    await commands.closePoll(scope, await lockForEdit(scope, context, params.id));
    return readPoll(scope, context, params.id);
  }),

  implement(endpoints.deletePoll, async ({ scope, context, params }) => {
    await commands.deletePoll(scope, await lockForEdit(scope, context, params.id));
  }),

  implement(endpoints.restorePoll, async ({ scope, context, params }) => {
    const deletedSince = restorableSince(scope.now);
    const locked = await lockPoll(scope, context.config, { pollId: params.id, deletedSince });
    authorize(isEditor(scope, locked.home));
    await commands.restorePoll(scope, locked);
    return readPoll(scope, context, params.id);
  }),

  responding(endpoints.respondToPoll),
  responding(endpoints.respondToPollByMagic),
  responding(endpoints.respondToPollByAnnouncementLink),
];

async function create(
  scope: BoardScope,
  context: Context,
  given: { readonly item: PollItem; readonly poll: PollInput },
): Promise<{ poll: Poll }> {
  const { kind, id } = given.item;
  const home = await scope.ports.pollHomes[kind].open(scope, context.config, { id, lock: 'update' });
  authorize(isEditor(scope, home));
  return readPoll(scope, context, await commands.createPoll(scope, { home, poll: given.poll }));
}
