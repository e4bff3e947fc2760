import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { VoteWay } from '#domain/deciding.ts';
import type { BallotChoice } from '#domain/motions.ts';
import { type BoardScope, withBoardJobScope } from '#server/db/board-scope.ts';
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
import { answer, circulate, settleWritten } from '#server/features/deciding/motions/written/commands.ts';
import { draftResolution } from '#server/features/deciding/motions/written/drafts/commands.ts';
import { openWritten } from '#server/features/deciding/motions/written/resolution/commands.ts';
import { openRoom } from '#server/features/deciding/room/state/commands.ts';
import { type DemoFile, seedDocument } from './seed-documents.ts';
import type { MeetingAct } from './seed-meeting.ts';
import { type Act, asMember, itemOf, meetingOf, memberOf, type Stage, withClockAt } from './seeding.ts';

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
  const itemId = await asMember(stage, motion, (scope) => itemOf(scope, meetingId, motion.item));
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

/** `at` is when the resolution is circulated. */
export interface DemoResolution extends Act {
  readonly title: string;
  readonly text: string;
  readonly paper?: DemoFile;
  readonly inFavour: readonly string[];
  readonly isOver?: boolean;
}

export async function seedResolution(stage: Stage, given: DemoResolution): Promise<void> {
  const { title, text, paper, at } = given;
  const id = await asMember(stage, given, (scope) => draftResolution(scope, { body_id: stage.boardId, title, text }));
  if (paper) await seedDocument(stage, given, { file: paper, place: { kind: 'resolution', id } });
  await asMember(stage, given, async (scope) => circulate(scope, await openWritten(scope, id), { revision: 1 }));
  const body = { choice: 'for', reason: '', isConfirmed: true } as const;
  for (const by of given.inFavour) {
    await asMember(stage, { by, at }, async (scope) =>
      answer(scope, stage.context.secrets, await openWritten(scope, id), body),
    );
  }
  if (!given.isOver) return;
  await withBoardJobScope(withClockAt(stage.context, at), stage.boardId, async (scope) => {
    const ago = sql`make_interval(secs => ${(stage.today.getTime() - at.getTime()) / 1_000}::double precision)`;
    await sql`
      update written_resolutions set circulated_at = circulated_at - ${ago}, ends_at = ends_at - ${ago}
      where board_id = ${stage.boardId} and id = ${id}
    `.execute(scope.tx);
    await settleWritten(scope, id);
  });
}
