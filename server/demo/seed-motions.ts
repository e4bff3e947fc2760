import { randomUUID } from 'node:crypto';
import { bodyDefaults, type VoteWay } from '#domain/deciding.ts';
import type { BallotChoice } from '#domain/motions.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { saveSettings } from '#server/features/deciding/deciding/commands.ts';
import {
  type OpenMotion,
  type OpenVote,
  openMotion,
  openVoteOf,
  settleMotions,
} from '#server/features/deciding/motions/base/commands.ts';
import { motionsOfMeeting } from '#server/features/deciding/motions/base/queries.ts';
import { addMotion, updateMotion } from '#server/features/deciding/motions/commands.ts';
import { castBallot } from '#server/features/deciding/motions/votes/ballots/commands.ts';
import { closeVote, openVote } from '#server/features/deciding/motions/votes/commands.ts';
import { openRoom } from '#server/features/deciding/room/base/commands.ts';
import { listAgendaItems } from '#server/features/homes/meetings/base/queries.ts';
import { asMember, type SeededMember, type Seeding } from './seeding.ts';

export interface DemoMotion {
  readonly meetingId: string;
  readonly adminId: string;
  /** Counted from 0, in agenda order. */
  readonly item: number;
  /** This is null for the motion that was on the item from the start. */
  readonly text: string | null;
  readonly mover: SeededMember;
  readonly seconder: SeededMember;
  readonly way: VoteWay;
  readonly openedAt: Date;
  readonly ballots: readonly { readonly member: SeededMember; readonly choice: BallotChoice; readonly at: Date }[];
  readonly closedAt: Date | null;
}

export const confirmVoters = (
  seeding: Seeding,
  given: { readonly adminId: string; readonly at: Date; readonly officers: Officers },
): Promise<void> =>
  asMember(seeding, { userId: given.adminId, at: given.at }, (scope) =>
    saveSettings(scope, {
      revision: 0,
      confirmed: true,
      bodies: [{ id: seeding.boardId, ...bodyDefaults, ...given.officers }],
    }),
  );

interface Officers {
  readonly chair_id: string | null;
  readonly secretary_id: string | null;
}

export async function seedMotion(seeding: Seeding, motion: DemoMotion): Promise<void> {
  const { meetingId, adminId, openedAt } = motion;
  await asMember(seeding, { userId: adminId, at: openedAt }, async (scope) => {
    const open = await openRoom(scope, meetingId);
    const item = (await listAgendaItems(scope, meetingId, 'everybody'))[motion.item];
    if (!item) throw new Error('The demonstration puts a motion on an item that its meeting does not have.');
    const people = { mover_id: motion.mover.memberId, seconder_id: motion.seconder.memberId };
    if (motion.text === null) {
      const placed = await newest(scope, meetingId);
      await updateMotion(scope, placed, { revision: placed.motion.revision, ...people });
    } else await addMotion(scope, open, { itemId: item.id, body: { text: motion.text, ...people } });
    await settleMotions(scope, open, { atOnce: false, itemId: item.id });
  });
  await asMember(seeding, { userId: adminId, at: openedAt }, async (scope) => {
    const put = await newest(scope, meetingId);
    await openVote(scope, put, { way: motion.way });
    await settleMotions(scope, put.open, { atOnce: false, itemId: put.motion.agenda_item_id });
  });
  for (const { member, choice, at } of motion.ballots) {
    await asMember(seeding, { userId: member.userId, at }, async (scope) => {
      const vote = await openOne(scope, meetingId);
      await castBallot(scope, vote, { choice, key: randomUUID(), named: false });
      await settleMotions(scope, vote.open, { atOnce: false, itemId: vote.motion.agenda_item_id });
    });
  }
  const { closedAt } = motion;
  if (closedAt === null) return;
  await asMember(seeding, { userId: adminId, at: closedAt }, async (scope) => {
    const vote = await openOne(scope, meetingId);
    await closeVote(scope, vote, undefined);
    await settleMotions(scope, vote.open, { atOnce: false, itemId: vote.motion.agenda_item_id });
  });
}

async function newest(scope: BoardScope, meetingId: string): Promise<OpenMotion> {
  const rows = await motionsOfMeeting.run(scope.tx, { id: meetingId }, scope.now);
  return openMotion(scope, rows.at(-1)?.id ?? '');
}

async function openOne(scope: BoardScope, meetingId: string): Promise<OpenVote> {
  const rows = await motionsOfMeeting.run(scope.tx, { id: meetingId }, scope.now);
  return openVoteOf(scope, rows.at(-1)?.votes.at(-1)?.id ?? '');
}
