import { sql } from 'kysely';
import { motionMessages } from '#domain/messages/motions.ts';
import { roomMessages } from '#domain/messages/room.ts';
import { recusedFrom } from '#domain/room.ts';
import { isFound, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { settleWithheldCopies } from '#server/features/deciding/room/declarations/commands.ts';
import { listWithheldCopies } from '#server/features/deciding/room/declarations/queries.ts';
import { wasVotedOn } from '#server/features/deciding/room/queries.ts';
import { lockRoom, readRoom, refuseWhileVoting, settleRoom } from '#server/features/deciding/room/state/commands.ts';
import { hasRoom, recusalsOf, votersOf } from '#server/features/deciding/room/state/policy.ts';
import type { RoomPage } from '#server/features/deciding/room/state/queries.ts';
import type { Decisions } from '#server/features/homes/meetings/ports.ts';
import { withholdMoved } from '#server/features/members/audience/commands.ts';

const settleMovedCopies = async (scope: BoardScope, page: RoomPage, since: Date): Promise<void> =>
  settleWithheldCopies(scope, page, await listWithheldCopies(scope, { besides: page.id, since }));

/** Meetings whose room was never used have no row to lock. */
async function lockKnownRoom(scope: BoardScope, meetingId: string): Promise<void> {
  const room = selectRows(scope, 'meeting_rooms', { meeting_id: meetingId }).select('meeting_id');
  if (await isFound(room)) await lockRoom(scope, meetingId);
}

export const decisions: Omit<Decisions, 'refuseRenaming'> = {
  async refuseDeleting(scope, of) {
    const what = 'meetingId' in of ? of : { agendaItemIds: [of.agendaItemId] };
    if (await wasVotedOn(scope, what)) throw refused(motionMessages.decidedStays);
  },

  async refusePaper(scope, { documentId, what }) {
    const votes = await selectRows(scope, 'votes')
      .select('state')
      .where(sql<boolean>`papers @> ${JSON.stringify([{ document_id: documentId }])}::jsonb`)
      .execute();
    if (what === 'deleting' && votes.length > 0) throw refused(motionMessages.votedOn);
    if (votes.some(({ state }) => state === 'open')) throw refused(motionMessages.anotherVote);
  },

  async refuseWhileVoting(scope, meetingId) {
    await lockKnownRoom(scope, meetingId);
    const open = selectRows(scope, 'votes', { meeting_id: meetingId, state: 'open' }).select('id');
    if (await isFound(open)) throw refused(motionMessages.anotherVote);
  },

  async refuseCancelling(scope, meetingId) {
    const called = selectRows(scope, 'meeting_rooms', { meeting_id: meetingId }).where('called_at', 'is not', null);
    if (await isFound(called.select('called_at'))) throw refused(roomMessages.adjournInstead);
  },

  async moving(scope, meetingId) {
    await lockKnownRoom(scope, meetingId);
    await scope.ports.minutes.refuseCorrecting(scope, { meetingId, what: 'decisions' });
  },

  async movedUnderWithheld(scope, { meetingId, withheld }) {
    const before = await readRoom(scope, meetingId);
    if (!hasRoom(before)) {
      await withholdMoved(scope, { meetingId, at: scope.now });
      return settleMovedCopies(scope, before, scope.now);
    }
    const room = await lockRoom(scope, meetingId);
    refuseWhileVoting(before);
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
