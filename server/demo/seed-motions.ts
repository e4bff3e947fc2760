import { randomUUID } from 'node:crypto';
import type { VoteWay } from '#domain/deciding.ts';
import type { BallotChoice } from '#domain/motions.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { addMotion, updateMotion } from '#server/features/deciding/motions/commands.ts';
import {
  type OpenVote,
  openMotion,
  openVoteOf,
  settleMotions,
} from '#server/features/deciding/motions/motion/commands.ts';
import { motionsOfMeeting } from '#server/features/deciding/motions/motion/queries.ts';
import { castBallot } from '#server/features/deciding/motions/votes/ballots/commands.ts';
import { closeVote, openVote } from '#server/features/deciding/motions/votes/commands.ts';
import { openRoom } from '#server/features/deciding/room/state/commands.ts';
import { listAgendaItems } from '#server/features/homes/meetings/meeting/queries.ts';
import type { MeetingAct } from './seed-meeting.ts';
import { asMember, meetingOf, memberOf, type Stage } from './seeding.ts';

/** `at` is when the vote opens. */
export interface DemoMotion extends MeetingAct {
  /** Zero-based index in the agenda. */
  readonly item: number;
  readonly text?: string;
  readonly mover: string;
  readonly seconder: string;
  readonly way: VoteWay;
  /** The ballots are cast ten seconds apart. */
  readonly ballots: readonly (readonly [string, BallotChoice])[];
  readonly closedAt?: Date;
}

export async function seedMotion(stage: Stage, motion: DemoMotion): Promise<void> {
  const { by, at, text, closedAt } = motion;
  const meetingId = meetingOf(stage, motion.meeting);
  const people = {
    mover_id: memberOf(stage, motion.mover).memberId,
    seconder_id: memberOf(stage, motion.seconder).memberId,
  };
  const itemId = await asMember(stage, motion, async (scope) => {
    const item = (await listAgendaItems(scope, meetingId, 'everybody'))[motion.item];
    if (!item) throw new Error('The demonstration puts a motion on an item that its meeting does not have.');
    return item.id;
  });
  const newest = async (scope: BoardScope) => {
    const rows = await motionsOfMeeting.run(scope.tx, { id: meetingId }, scope.now);
    return rows.findLast((row) => row.agenda_item_id === itemId);
  };
  await asMember(stage, motion, async (scope) => {
    const open = await openRoom(scope, meetingId);
    if (text === undefined) {
      const placed = await openMotion(scope, (await newest(scope))?.id ?? '');
      await updateMotion(scope, placed, { revision: placed.motion.revision, ...people });
    } else await addMotion(scope, open, { itemId, body: { text, ...people } });
    await settleMotions(scope, open, { atOnce: false, itemId });
  });
  await asMember(stage, motion, async (scope) => {
    const put = await openMotion(scope, (await newest(scope))?.id ?? '');
    await openVote(scope, put, { way: motion.way });
    await settleMotions(scope, put.open, { atOnce: false, itemId });
  });
  const inVote = (who: string, when: Date, work: (scope: BoardScope, vote: OpenVote) => Promise<unknown>) =>
    asMember(stage, { by: who, at: when }, async (scope) => {
      const vote = await openVoteOf(scope, (await newest(scope))?.votes.at(-1)?.id ?? '');
      await work(scope, vote);
      await settleMotions(scope, vote.open, { atOnce: false, itemId });
    });
  for (const [nth, [voter, choice]] of motion.ballots.entries()) {
    await inVote(voter, new Date(at.getTime() + 10_000 * nth), (scope, vote) =>
      castBallot(scope, vote, { choice, key: randomUUID(), named: false }),
    );
  }
  if (closedAt) await inVote(by, closedAt, (scope, vote) => closeVote(scope, vote, undefined));
}
