import { motionMessages } from '#domain/messages/motions.ts';
import { roomMessages } from '#domain/messages/room.ts';
import { recusedFrom } from '#domain/room.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { findRoomRow, hasOpenVote, listVotesOnPaper } from '#server/features/deciding/motions/decisions/queries.ts';
import { settleWithheldCopies } from '#server/features/deciding/room/declarations/commands.ts';
import { listWithheldCopies } from '#server/features/deciding/room/declarations/queries.ts';
import { wasVotedOn } from '#server/features/deciding/room/queries.ts';
import { lockRoom, readRoom, settleRoom } from '#server/features/deciding/room/state/commands.ts';
import { hasRoom, isVoteOpen, recusalsOf, votersOf } from '#server/features/deciding/room/state/policy.ts';
import type { RoomPage } from '#server/features/deciding/room/state/queries.ts';
import type { Decisions } from '#server/features/homes/meetings/ports.ts';
import { withholdMoved } from '#server/features/members/audience/commands.ts';

const settleMovedCopies = async (scope: BoardScope, page: RoomPage, since: Date): Promise<void> =>
  settleWithheldCopies(scope, page, await listWithheldCopies(scope, { besides: page.id, since }));

export const decisions: Omit<Decisions, 'refuseRenaming'> = {
  async refuseDeleting(scope, of) {
    const what = 'meetingId' in of ? of : { agendaItemIds: [of.agendaItemId] };
    if (await wasVotedOn(scope, what)) throw refused(motionMessages.decidedStays);
  },

  async refusePaper(scope, { documentId, what }) {
    const states = await listVotesOnPaper(scope, documentId);
    if (what === 'deleting' && states.length > 0) throw refused(motionMessages.votedOn);
    if (states.includes('open')) throw refused(motionMessages.anotherVote);
  },

  async refuseWhileVoting(scope, meetingId) {
    if ((await findRoomRow(scope, meetingId)) !== null) await lockRoom(scope, meetingId);
    if (await hasOpenVote(scope, meetingId)) throw refused(motionMessages.anotherVote);
  },

  async refuseCancelling(scope, meetingId) {
    const room = await findRoomRow(scope, meetingId);
    if (room !== null && room.called_at !== null) throw refused(roomMessages.adjournInstead);
  },

  async moving(scope, meetingId) {
    if ((await findRoomRow(scope, meetingId)) !== null) await lockRoom(scope, meetingId);
    await scope.ports.minutes.refuseCorrecting(scope, { meetingId, what: 'decisions' });
  },

  async movedUnderWithheld(scope, { meetingId, withheld }) {
    const before = await readRoom(scope, meetingId);
    if (!hasRoom(before)) {
      await withholdMoved(scope, { meetingId, at: scope.now });
      return settleMovedCopies(scope, before, scope.now);
    }
    const room = await lockRoom(scope, meetingId);
    if (isVoteOpen(before)) throw refused(motionMessages.anotherVote);
    const agendaItemIds = withheld.map(({ itemId }) => itemId);
    if (await wasVotedOn(scope, { agendaItemIds })) throw refused(motionMessages.votedOn);
    const voters = votersOf(before);
    const recusals = recusalsOf(before);
    const isRefused = withheld.some(
      ({ itemId, memberId }) => voters.has(memberId) && !recusedFrom(recusals, { itemId }).has(memberId),
    );
    if (isRefused) throw refused(motionMessages.withholdingTakesMotion);
    await withholdMoved(scope, { meetingId, at: room.at });
    await settleMovedCopies(scope, before, room.at);
    await settleRoom(scope, room, { atOnce: false });
  },
};
