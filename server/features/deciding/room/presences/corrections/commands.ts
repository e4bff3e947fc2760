import type { z } from 'zod';
import type { addPresence, updatePresence } from '#contract/room.ts';
import { roomMessages } from '#domain/messages/room.ts';
import { overlaps, type PresenceTimes } from '#domain/room.ts';
import { sameBoard, updateRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { invalid, notFound, refused } from '#server/errors.ts';
import {
  arrive,
  auditPresence,
  insertAttended,
  leave,
  recountQuorum,
  removePresences,
  setAttendance,
} from '#server/features/deciding/room/presences/commands.ts';
import { type OpenRoom, refuseWhileVoting } from '#server/features/deciding/room/state/commands.ts';
import {
  adjournsAt,
  type HeldPage,
  hadQuorum,
  inactiveAmong,
  type OpeningConfig,
  openPresenceOf,
  opensAt,
} from '#server/features/deciding/room/state/policy.ts';
import { castIdsOfVote } from '#server/features/deciding/room/state/queries.ts';
import { withheldFrom } from '#server/features/members/audience/visibility.ts';

type Times = Pick<PresenceTimes, 'arrived_at' | 'left_at'>;

/**
 * Throws `invalid` (422) if the times are out of order, in the future or outside the meeting, or overlap another
 * presence of the same member.
 */
function checkTimes(
  { room, page }: OpenRoom,
  config: OpeningConfig,
  given: Times & { readonly memberId: string; readonly except?: string },
): void {
  const { arrived_at: from, left_at: until } = given;
  if (from < opensAt(page, config)) throw invalid({ arrived_at: roomMessages.beforeOpening });
  if (from > room.at) throw invalid({ arrived_at: roomMessages.notYet });
  if (until === null && (room.phase === 'adjourned' || room.at >= adjournsAt(page)))
    throw invalid({ left_at: roomMessages.leftMissing });
  if (until !== null && until < from) throw invalid({ left_at: roomMessages.leftBeforeArrived });
  if (until !== null && until > room.at) throw invalid({ left_at: roomMessages.notYet });
  const ended = room.phase === 'adjourned' ? (page.room?.since_at ?? null) : null;
  if (ended !== null && from >= ended) throw invalid({ arrived_at: roomMessages.overThen });
  if (ended !== null && until !== null && until > ended) throw invalid({ left_at: roomMessages.overThen });
  const others = page.presences.filter(({ id, member_id }) => member_id === given.memberId && id !== given.except);
  if (others.some((other) => overlaps(other, given))) throw invalid({ arrived_at: roomMessages.thereAlready });
}

export async function addPresenceByDesk(
  scope: BoardScope,
  config: OpeningConfig,
  given: { readonly open: OpenRoom; readonly body: z.output<typeof addPresence.body> },
): Promise<void> {
  const { open, body } = given;
  const { member_id: memberId, mode } = body;
  if (!open.page.people.some(({ id }) => id === memberId)) throw notFound();
  const isNow = body.arrived_at === undefined && body.left_at === null;
  if (isNow && open.room.phase !== 'adjourned') {
    if (inactiveAmong(open.page, [memberId]).length > 0) throw refused(roomMessages.noLongerActive);
    const there = openPresenceOf(open.page, memberId);
    if (there && there.mode !== mode) refuseWhileVoting(open.page);
    await arrive(scope, open, { memberId, mode });
    return;
  }
  const times = {
    arrived_at: body.arrived_at === undefined ? open.room.at : new Date(body.arrived_at),
    left_at: body.left_at === null ? null : new Date(body.left_at),
  };
  checkTimes(open, config, { ...times, memberId });
  await insertAttended(scope, open.room.meetingId, { member_id: memberId, mode, ...times });
  await recountQuorum(scope, open.room.meetingId);
}

export interface Corrected {
  readonly isWritten: boolean;
  readonly lostQuorum: readonly string[];
}

async function quorumsLost(
  scope: BoardScope,
  { room, page }: OpenRoom,
  presences: HeldPage['presences'],
): Promise<readonly string[]> {
  const after = { ...page, presences };
  const hidden = withheldFrom(page.withheld, scope.member.id);
  const votes = (await listClosedVotes(scope, room.meetingId)).filter(({ itemId }) => !hidden.has(itemId));
  return votes.filter((vote) => hadQuorum(page, vote) && !hadQuorum(after, vote)).map(({ text }) => text);
}

export async function updatePresenceByDesk(
  scope: BoardScope,
  config: OpeningConfig,
  given: { readonly open: OpenRoom; readonly id: string; readonly body: z.output<typeof updatePresence.body> },
): Promise<Corrected> {
  const { open, id, body } = given;
  const before = open.page.presences.find((each) => each.id === id);
  if (!before) throw notFound();
  if (open.room.phase !== 'adjourned') refuseWhileVoting(open.page);
  if (before.revision !== body.revision) return { isWritten: false, lostQuorum: [] };
  if (body.leaves) {
    if (before.left_at === null) await leave(scope, open.room, before);
    return { isWritten: true, lostQuorum: [] };
  }
  const after = {
    member_id: before.member_id,
    mode: body.mode ?? before.mode,
    arrived_at: body.arrived_at === undefined ? before.arrived_at : new Date(body.arrived_at),
    left_at: body.left_at === undefined ? before.left_at : body.left_at === null ? null : new Date(body.left_at),
  };
  checkTimes(open, config, { ...after, memberId: before.member_id, except: id });
  const corrected = open.page.presences.map((each) => (each.id === id ? { ...each, ...after } : each));
  const lostQuorum = await quorumsLost(scope, open, corrected);
  if (lostQuorum.length > 0 && !body.accepts_lost_quorum) return { isWritten: false, lostQuorum };
  const { mode, arrived_at, left_at } = after;
  await updateRows(scope, 'presences', { id })
    .set((row) => ({ mode, arrived_at, left_at, left_by_adjourning: false, revision: row('revision', '+', 1) }))
    .execute();
  await auditPresence(scope, 'presence.corrected', { ...after, meetingId: open.room.meetingId });
  await recountQuorum(scope, open.room.meetingId);
  return { isWritten: true, lostQuorum };
}

export async function removePresenceByDesk(
  scope: BoardScope,
  open: OpenRoom,
  { id, acceptsLostQuorum }: { readonly id: string; readonly acceptsLostQuorum: boolean },
): Promise<Corrected> {
  const { room, page } = open;
  const presence = page.presences.find((each) => each.id === id);
  if (!presence) throw notFound();
  if (room.phase !== 'adjourned') refuseWhileVoting(page);
  const others = page.presences.filter((each) => each.id !== id);
  const lostQuorum = await quorumsLost(scope, open, others);
  if (lostQuorum.length > 0 && !acceptsLostQuorum) return { isWritten: false, lostQuorum };
  if (!(await removePresences(scope, room.meetingId, { id }))) throw notFound();
  const memberId = presence.member_id;
  if (!others.some((each) => each.member_id === memberId)) {
    await setAttendance(scope, { meetingId: room.meetingId, memberId, attendance: null });
  }
  return { isWritten: true, lostQuorum };
}

/** Omits votes that were declared void. */
async function listClosedVotes({ tx, board }: Pick<BoardScope, 'tx' | 'board'>, meetingId: string) {
  const rows = await tx
    .selectFrom('votes as vote')
    .innerJoin('motions as motion', (join) => sameBoard(join, 'motion.id', 'vote.motion_id'))
    .leftJoin('vote_voids as voided', (join) => sameBoard(join, 'voided.vote_id', 'vote.id'))
    .select(['vote.text', 'motion.agenda_item_id', 'vote.closed_at', 'vote.held_at'])
    .select(castIdsOfVote.as('cast_ids'))
    .where('vote.board_id', '=', board.id)
    .where('vote.meeting_id', '=', meetingId)
    .where('vote.closed_at', 'is not', null)
    .where('voided.vote_id', 'is', null)
    .orderBy('vote.opened_at')
    .execute();
  return rows.flatMap(({ text, agenda_item_id: itemId, closed_at, held_at, cast_ids: cast }) => {
    const at = held_at ?? closed_at;
    return at === null ? [] : [{ text, itemId, at, cast }];
  });
}
