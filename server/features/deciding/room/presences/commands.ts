import { sql } from 'kysely';
import type { z } from 'zod';
import type { addPresence, updatePresence } from '#contract/room.ts';
import type { AuditAction } from '#domain/audit.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { roomMessages } from '#domain/messages/room.ts';
import {
  isThereAt,
  modeOf,
  overlaps,
  type PresenceMode,
  type PresenceTimes,
  presencesOfMemberMax,
} from '#domain/room.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { invalid, notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import {
  type LockedRoom,
  type OpenRoom,
  readRoom,
  refuseWhileVoting,
} from '#server/features/deciding/room/base/commands.ts';
import {
  adjournsAt,
  type HeldPage,
  hadQuorum,
  isSameQuorum,
  type OpeningConfig,
  opensAt,
  quorumWith,
  recusalsOf,
} from '#server/features/deciding/room/base/policy.ts';
import { withheldFrom } from '#server/features/members/audience/visibility.ts';
import { findPresentVoter, listClosedVotes, listPointerMoves } from './queries.ts';

type Scope = BoardScope | BoardJobScope;

interface Arrival {
  readonly memberId: string;
  readonly mode: PresenceMode;
  readonly arrivedAt: Date;
  readonly leftAt: Date | null;
}

async function note(
  scope: Scope,
  action: AuditAction,
  of: PresenceTimes & { readonly meetingId: string },
): Promise<void> {
  await audit(scope, {
    action,
    subjectKind: 'meeting',
    subjectId: of.meetingId,
    detail: {
      for_member_id: of.member_id,
      mode: of.mode,
      arrived_at: of.arrived_at.toISOString(),
      left_at: of.left_at?.toISOString() ?? null,
    },
  });
}

async function insertPresence(scope: Scope, meetingId: string, arrival: Arrival): Promise<void> {
  const times = {
    ...{ member_id: arrival.memberId, mode: arrival.mode },
    ...{ arrived_at: arrival.arrivedAt, left_at: arrival.leftAt },
  };
  await scope.tx
    .insertInto('presences')
    .values({ board_id: scope.board.id, meeting_id: meetingId, ...times })
    .execute();
  await note(scope, 'presence.noted', { ...times, meetingId });
}

/** Presence and attendance are one. */
async function insertAttended(scope: BoardScope, meetingId: string, arrival: Arrival): Promise<void> {
  await insertPresence(scope, meetingId, arrival);
  await setAttendance(scope, { meetingId, memberId: arrival.memberId, attendance: true });
}

async function setAttendance(
  { tx, board }: Scope,
  of: { readonly meetingId: string; readonly memberId: string; readonly attendance: true | null },
): Promise<void> {
  await tx
    .updateTable('invitees')
    .set({ attendance: of.attendance })
    .where('board_id', '=', board.id)
    .where('meeting_id', '=', of.meetingId)
    .where('member_id', '=', of.memberId)
    .execute();
}

/** Who is there already stays from when on they are; in another way, from now on. */
export async function arrive(
  scope: BoardScope,
  { room, page }: OpenRoom,
  who: { readonly memberId: string; readonly mode: PresenceMode },
): Promise<boolean> {
  const open = page.presences.find(({ member_id, left_at }) => member_id === who.memberId && left_at === null);
  if (open?.mode === who.mode) return false;
  const own = page.presences.filter(({ member_id }) => member_id === who.memberId);
  if (own.length >= presencesOfMemberMax) throw refused(roomMessages.tooOften);
  if (open) await leave(scope, room, open);
  await insertAttended(scope, room.meetingId, { ...who, arrivedAt: room.at, leftAt: null });
  return true;
}

export async function leave(
  scope: Scope,
  { meetingId, at }: Pick<LockedRoom, 'meetingId' | 'at'>,
  presence: PresenceTimes & { readonly id: string },
): Promise<void> {
  await scope.tx
    .updateTable('presences')
    .set((row) => ({ left_at: at, revision: row('revision', '+', 1) }))
    .where('board_id', '=', scope.board.id)
    .where('id', '=', presence.id)
    .where('left_at', 'is', null)
    .execute();
  await note(scope, 'presence.ended', { ...presence, left_at: at, meetingId });
}

type Times = Pick<PresenceTimes, 'arrived_at' | 'left_at'>;

/** By the desk, from when until when they like: 422 where that cannot be. */
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
  // Else they would be there twice once that is taken back.
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
    const isThere = open.page.presences.some(
      ({ member_id, mode: was, left_at }) => member_id === memberId && left_at === null && was !== mode,
    );
    if (isThere) refuseWhileVoting(open.page);
    await arrive(scope, open, { memberId, mode });
    return;
  }
  const times = {
    arrived_at: body.arrived_at === undefined ? open.room.at : new Date(body.arrived_at),
    left_at: body.left_at === null ? null : new Date(body.left_at),
  };
  checkTimes(open, config, { ...times, memberId });
  await insertAttended(scope, open.room.meetingId, {
    ...{ memberId, mode },
    ...{ arrivedAt: times.arrived_at, leftAt: times.left_at },
  });
  await recountQuorum(scope, open.room.meetingId);
}

export interface Corrected {
  /** False: somebody else has changed it since, or a quorum would be lost. */
  readonly isWritten: boolean;
  /** The motions that were voted on without quorum by these times, and with one by those of before. */
  readonly lostQuorum: readonly string[];
}

type PresenceRow = HeldPage['presences'][number];

/** What these presences would leave without quorum, of what the reader sees. */
async function quorumsLost(
  scope: BoardScope,
  { room, page }: OpenRoom,
  presences: readonly PresenceRow[],
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
  await scope.tx
    .updateTable('presences')
    .set((row) => ({ mode, arrived_at, left_at, left_by_adjourning: false, revision: row('revision', '+', 1) }))
    .where('board_id', '=', scope.board.id)
    .where('id', '=', id)
    .execute();
  await note(scope, 'presence.corrected', { ...after, meetingId: open.room.meetingId });
  await recountQuorum(scope, open.room.meetingId);
  return { isWritten: true, lostQuorum };
}

/** Who was never there is not marked in attendance. */
export async function removePresences(
  scope: Scope,
  meetingId: string,
  which: { readonly id: string } | { readonly memberId: string } | 'all',
): Promise<boolean> {
  const voter = which === 'all' ? null : await findPresentVoter(scope, meetingId, which);
  if (voter !== null) throw refused(motionMessages.hasVoted(voter));
  const removed = await scope.tx
    .deleteFrom('presences')
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meetingId)
    .where((eb) => {
      if (which === 'all') return eb.lit(true);
      return 'id' in which ? eb('id', '=', which.id) : eb('member_id', '=', which.memberId);
    })
    .returning(['member_id', 'arrived_at', 'left_at', 'mode'])
    .$castTo<PresenceTimes>()
    .execute();
  for (const each of removed) await note(scope, 'presence.removed', { ...each, meetingId });
  if (removed.length > 0) await recountQuorum(scope, meetingId);
  return removed.length > 0;
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

/** Of a tick in attendance, which writes itself: from now on, or, once the meeting is over, from its beginning to its end. */
export async function markPresent(
  scope: BoardScope,
  room: LockedRoom,
  page: HeldPage,
  memberId: string,
): Promise<boolean> {
  if (page.presences.some(({ member_id }) => member_id === memberId)) return false;
  const acceptance = page.people.find(({ id }) => id === memberId)?.acceptance ?? null;
  const mode = modeOf(page.type, acceptance);
  const isOver = room.phase === 'adjourned' || (room.phase === 'not-begun' && room.at >= page.ends_at);
  if (!isOver) {
    await insertPresence(scope, room.meetingId, { memberId, mode, arrivedAt: room.at, leftAt: null });
    return true;
  }
  const arrivedAt = page.room?.called_at ?? page.starts_at;
  const ended = (room.phase === 'adjourned' ? page.room?.since_at : null) ?? page.ends_at;
  const leftAt = new Date(Math.max(+ended, +arrivedAt));
  await insertPresence(scope, room.meetingId, { memberId, mode, arrivedAt, leftAt });
  await recountQuorum(scope, room.meetingId);
  return true;
}

/** Of a meeting that nobody called to order: with its planned end. */
export async function endUnbegun(scope: BoardJobScope, meetingId: string, endsAt: Date): Promise<void> {
  await scope.tx
    .updateTable('presences')
    .set((row) => ({
      left_at: sql<Date>`greatest(${row.ref('arrived_at')}, ${endsAt}::timestamptz)`,
      revision: row('revision', '+', 1),
    }))
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meetingId)
    .where('left_at', 'is', null)
    .execute();
  await recountQuorum(scope, meetingId);
}

/** Corrected times change what was counted then: each row is written anew from the presences of its time. */
export async function recountQuorum(scope: Scope, meetingId: string): Promise<void> {
  const { tx, board } = scope;
  const page = await readRoom(scope, meetingId);
  const moves = await listPointerMoves(scope, meetingId);
  await tx.deleteFrom('quorum_changes').where('board_id', '=', board.id).where('meeting_id', '=', meetingId).execute();
  const instants = [
    ...page.presences.flatMap(({ arrived_at: from, left_at: until }) => (until === null ? [from] : [from, until])),
    ...moves.map(({ at }) => at),
    ...recusalsOf(page).flatMap(({ recused_at: from, lifted_at: until }) => [from, until].filter((at) => at !== null)),
  ].map(Number);
  const rows = [...new Set(instants)]
    .toSorted((one, other) => one - other)
    .flatMap((time) => {
      const at = new Date(time);
      const there = page.presences.filter((each) => isThereAt(each, at));
      const agenda_item_id = moves.findLast((move) => move.at <= at)?.agenda_item_id ?? null;
      const quorum = quorumWith(page, there, { itemId: agenda_item_id, at });
      return quorum === null ? [] : [{ ...quorum, agenda_item_id, at }];
    })
    .filter((row, nth, all) => nth === 0 || !isSameQuorum(row, all[nth - 1]))
    .map((row) => ({ ...row, board_id: board.id, meeting_id: meetingId }));
  if (rows.length > 0) await tx.insertInto('quorum_changes').values(rows).execute();
}

/** When a meeting that is over was at an item, for the last time; one that never was, was at it when it was adjourned. */
export async function itemHeldAt(scope: Scope, { room, page }: OpenRoom, itemId: string): Promise<Date> {
  const moves = await listPointerMoves(scope, room.meetingId);
  const nth = moves.findLastIndex((move) => move.agenda_item_id === itemId);
  const end = (nth === -1 ? undefined : moves[nth + 1]?.at) ?? page.room?.since_at ?? room.at;
  // Who left with it was there until then.
  return new Date(+end - 1);
}
