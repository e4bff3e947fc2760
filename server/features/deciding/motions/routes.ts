import type { MotionsOfMeeting } from '#contract/motions.ts';
import * as endpoints from '#contract/motions.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize, notFound } from '#server/errors.ts';
import { fairSemaphoreOf } from '#server/fair-semaphore.ts';
import { deferralMeetings } from '#server/features/deciding/motions/queries.ts';
import { type OpenRoom, openRoom, publishRoom, refuseUnopened } from '#server/features/deciding/room/state/commands.ts';
import { canRun, canSeeRoom } from '#server/features/deciding/room/state/policy.ts';
import { type RoomPage, roomPage } from '#server/features/deciding/room/state/queries.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import {
  type OpenMotion,
  type OpenVote,
  openMotion,
  openMotionToDefer,
  openVoteOf,
  settleMotions,
} from './motion/commands.ts';
import { meetingOf, motionsOfMeeting } from './motion/queries.ts';
import { presentMotions } from './present.ts';
import * as ballots from './votes/ballots/commands.ts';
import * as votes from './votes/commands.ts';
import { correctCounts, voidVote } from './votes/corrections/commands.ts';

async function readMotions(scope: BoardScope, page: RoomPage): Promise<MotionsOfMeeting> {
  return presentMotions(scope, page, await motionsOfMeeting.run(scope.tx, { id: page.id }, scope.now));
}

async function changedMotions(
  scope: BoardScope,
  { open, motion }: { readonly open: OpenRoom; readonly motion: Pick<OpenMotion['motion'], 'agenda_item_id'> },
  { atOnce = false }: { readonly atOnce?: boolean } = {},
): Promise<MotionsOfMeeting> {
  return readMotions(scope, await settleMotions(scope, open, { atOnce, itemId: motion.agenda_item_id }));
}

async function openForDesk(scope: BoardScope, config: Config, voteId: string): Promise<OpenVote> {
  const given = await openVoteOf(scope, voteId);
  authorize(canRun(scope, given.open.page));
  refuseUnopened(given.open, config);
  return given;
}

/**
 * Queues ballots before they take a database connection. Otherwise ballots that wait for one room's lock could occupy
 * all connections.
 */
const ballotLimit = fairSemaphoreOf(({ connectionsMax }) => ({
  atOnceMax: Math.ceil(connectionsMax / 2),
  waitingPerKeyMax: 2_000,
}));

export const motionRoutes: readonly Route[] = [
  implementRead(endpoints.listMotions, {
    reads: { page: roomPage, rows: motionsOfMeeting },
    answer({ reader, found: { page, rows } }) {
      if (page === null || !canSeeRoom(reader, page)) throw notFound();
      return presentMotions(reader, page, rows);
    },
  }),

  implementRead(endpoints.listDeferralMeetings, {
    reads: { page: roomPage, meetings: deferralMeetings },
    answer({ reader, found: { page, meetings } }) {
      if (page === null || !canSeeRoom(reader, page)) throw notFound();
      authorize(canRun(reader, page));
      return { meetings: meetings.map(({ id, title, starts_at }) => ({ id, title, start: starts_at.toISOString() })) };
    },
  }),

  implement(endpoints.addMotion, async ({ scope, params, body }) => {
    const open = await openRoom(scope, await meetingOf(scope, { kind: 'agenda_items', id: params.id }));
    await commands.addMotion(scope, open, { itemId: params.id, body });
    return changedMotions(scope, { open, motion: { agenda_item_id: params.id } });
  }),

  implement(endpoints.updateMotion, async ({ scope, params, body }) => {
    const given = await openMotion(scope, params.id);
    const isWritten = await commands.updateMotion(scope, given, body);
    const found = isWritten ? changedMotions(scope, given) : readMotions(scope, given.open.page);
    return { ...(await found), has_conflict: !isWritten };
  }),

  implement(endpoints.setMotionState, async ({ scope, params: { id }, body }) => {
    const { to, meeting_id: meetingId } = body;
    const isPutOff = to === 'deferred' && meetingId !== undefined;
    const given = await (isPutOff ? openMotionToDefer(scope, { id, meetingId }) : openMotion(scope, id));
    authorize(canRun(scope, given.open.page));
    const hasChanged = await commands.setMotionState(scope, given, body);
    return hasChanged ? changedMotions(scope, given) : readMotions(scope, given.open.page);
  }),

  implement(endpoints.openVote, async ({ scope, context, params, body }) => {
    const given = await openMotion(scope, params.id);
    authorize(canRun(scope, given.open.page));
    refuseUnopened(given.open, context.config);
    await votes.openVote(scope, await commands.nameMovers(scope, given, body), body);
    return changedMotions(scope, given, { atOnce: true });
  }),

  implement(
    endpoints.castBallot,
    async ({ scope, params, body }) => {
      const given = await openVoteOf(scope, params.id);
      const written = await ballots.castBallot(scope, given, body);
      const { agenda_item_id: itemId } = given.motion;
      if (written === 'objection') await settleMotions(scope, given.open, { atOnce: true, itemId });
      if (written === 'ballot')
        await publishRoom(scope, given.open.room, { atOnce: false, about: { itemId, isOfMotions: false } });
      return { received: true as const };
    },
    { queue: { limit: ballotLimit, keyOf: ({ id }) => id } },
  ),

  implement(endpoints.enterBallot, async ({ scope, context, params, body }) => {
    const given = await openForDesk(scope, context.config, params.id);
    await ballots.enterBallot(scope, given, { memberId: params.member_id, choice: body.choice });
    return changedMotions(scope, given);
  }),

  implement(endpoints.closeVote, async ({ scope, context, params, body }) => {
    const given = await openForDesk(scope, context.config, params.id);
    await votes.closeVote(scope, given, body.counts);
    return changedMotions(scope, given, { atOnce: true });
  }),

  implement(endpoints.correctCounts, async ({ scope, context, params, body }) => {
    const given = await openForDesk(scope, context.config, params.id);
    const hasChanged = await correctCounts(scope, given, body);
    return hasChanged ? changedMotions(scope, given) : readMotions(scope, given.now);
  }),

  implement(endpoints.decideTie, async ({ scope, params, body }) => {
    const given = await openVoteOf(scope, params.id);
    await votes.decideTie(scope, given, body.choice);
    return changedMotions(scope, given, { atOnce: true });
  }),

  implement(endpoints.voidVote, async ({ scope, context, params, body }) => {
    const given = await openForDesk(scope, context.config, params.id);
    await voidVote(scope, given, body.reason);
    return changedMotions(scope, given, { atOnce: true });
  }),
];
