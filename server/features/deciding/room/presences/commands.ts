import { sql } from 'kysely';
import type { AuditAction } from '#domain/audit.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { roomMessages } from '#domain/messages/room.ts';
import {
  isThereAt,
  type PresenceMode,
  type PresenceTimes,
  presenceModeFor,
  presencesOfMemberMax,
} from '#domain/room.ts';
import { deleteRows, insertRow, insertRows, updateRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { type LockedRoom, type OpenRoom, readRoom } from '#server/features/deciding/room/state/commands.ts';
import {
  eligibleNow,
  type HeldPage,
  inactiveAmong,
  isSameQuorum,
  isVoteOpen,
  openPresenceOf,
  openPresences,
  pageOfVote,
  quorumWith,
  recusalsOf,
} from '#server/features/deciding/room/state/policy.ts';
import type { RoomPage } from '#server/features/deciding/room/state/queries.ts';
import { findPresentVoter, listPointerMoves } from './queries.ts';

type Scope = BoardScope | BoardJobScope;

export async function auditPresence(
  scope: Scope,
  action: AuditAction,
  of: PresenceTimes & { readonly meetingId: string },
): Promise<void> {
  await audit(
    scope,
    action,
    { kind: 'meeting', id: of.meetingId },
    {
      for_member_id: of.member_id,
      mode: of.mode,
      arrived_at: of.arrived_at.toISOString(),
      left_at: of.left_at?.toISOString() ?? null,
    },
  );
}

async function insertPresence(scope: Scope, meetingId: string, times: PresenceTimes): Promise<void> {
  await insertRow(scope, 'presences', { meeting_id: meetingId, ...times });
  await auditPresence(scope, 'presence.noted', { ...times, meetingId });
}

export async function insertAttended(scope: BoardScope, meetingId: string, times: PresenceTimes): Promise<void> {
  await insertPresence(scope, meetingId, times);
  await setAttendance(scope, { meetingId, memberId: times.member_id, attendance: true });
}

export async function setAttendance(
  scope: Scope,
  of: { readonly meetingId: string; readonly memberId: string; readonly attendance: true | null },
): Promise<void> {
  await updateRows(scope, 'invitees', { meeting_id: of.meetingId, member_id: of.memberId })
    .set({ attendance: of.attendance })
    .execute();
}

/** A member who is already present keeps their arrival time unless the mode changes. */
export async function arrive(
  scope: BoardScope,
  { room, page }: OpenRoom,
  { memberId, mode }: { readonly memberId: string; readonly mode: PresenceMode },
): Promise<boolean> {
  const open = openPresenceOf(page, memberId);
  if (open?.mode === mode) return false;
  const own = page.presences.filter(({ member_id }) => member_id === memberId);
  if (own.length >= presencesOfMemberMax) throw refused(roomMessages.tooOften);
  if (open) await leave(scope, room, open);
  await insertAttended(scope, room.meetingId, { member_id: memberId, mode, arrived_at: room.at, left_at: null });
  return true;
}

export async function leave(
  scope: Scope,
  { meetingId, at }: Pick<LockedRoom, 'meetingId' | 'at'>,
  presence: PresenceTimes & { readonly id: string },
): Promise<void> {
  await updateRows(scope, 'presences', { id: presence.id, left_at: null })
    .set((row) => ({ left_at: at, revision: row('revision', '+', 1) }))
    .execute();
  await auditPresence(scope, 'presence.ended', { ...presence, left_at: at, meetingId });
}

/** People who have lost access remain voters in the open vote. */
export async function leaveInactive(scope: Scope, { room, page }: OpenRoom): Promise<HeldPage> {
  const there = openPresences(page);
  const inactive = inactiveAmong(
    page,
    there.map(({ member_id: id }) => id),
  );
  const leaving = there.filter(({ member_id: id }) => inactive.includes(id));
  if (leaving.length === 0) return page;
  const kept = await keepVoters(scope, page, inactive);
  for (const presence of leaving) await leave(scope, room, presence);
  return {
    ...page,
    presences: page.presences.map((each) => (leaving.includes(each) ? { ...each, left_at: room.at } : each)),
    vote: page.vote && { ...page.vote, inactive_ids: [...page.vote.inactive_ids, ...kept] },
  };
}

/** Call this before ending presences, because the voters are determined from them. */
export async function keepVoters(
  scope: Scope,
  page: RoomPage,
  memberIds: readonly string[],
): Promise<readonly string[]> {
  const { vote } = page;
  if (vote === null || !isVoteOpen(page)) return [];
  const voters = eligibleNow(pageOfVote(page, vote), { itemId: vote.agenda_item_id, cast: vote.cast_ids });
  const kept = memberIds.filter((id) => voters.includes(id));
  if (kept.length === 0) return [];
  await updateRows(scope, 'votes', { id: vote.id, state: 'open' })
    .set({ inactive_ids: [...vote.inactive_ids, ...kept] })
    .execute();
  return kept;
}

export async function removePresences(
  scope: Scope,
  meetingId: string,
  which: { readonly id: string } | { readonly memberId: string } | 'all',
): Promise<boolean> {
  const voter = which === 'all' ? null : await findPresentVoter(scope, meetingId, which);
  if (voter !== null) throw refused(motionMessages.hasVoted(voter));
  const removed = await deleteRows(scope, 'presences', { meeting_id: meetingId })
    .where((eb) => {
      if (which === 'all') return eb.lit(true);
      return 'id' in which ? eb('id', '=', which.id) : eb('member_id', '=', which.memberId);
    })
    .returning(['member_id', 'arrived_at', 'left_at', 'mode'])
    .$castTo<PresenceTimes>()
    .execute();
  for (const each of removed) await auditPresence(scope, 'presence.removed', { ...each, meetingId });
  if (removed.length > 0) await recountQuorum(scope, meetingId);
  return removed.length > 0;
}

export async function markPresent(
  scope: BoardScope,
  room: LockedRoom,
  page: HeldPage,
  memberId: string,
): Promise<boolean> {
  if (page.presences.some(({ member_id }) => member_id === memberId)) return false;
  const acceptance = page.people.find(({ id }) => id === memberId)?.acceptance ?? null;
  const mode = presenceModeFor(page.type, acceptance);
  const isOver = room.phase === 'adjourned' || (room.phase === 'not-begun' && room.at >= page.ends_at);
  if (!isOver) {
    await insertPresence(scope, room.meetingId, { member_id: memberId, mode, arrived_at: room.at, left_at: null });
    return true;
  }
  const arrived_at = page.room?.called_at ?? page.starts_at;
  const ended = (room.phase === 'adjourned' ? page.room?.since_at : null) ?? page.ends_at;
  const left_at = new Date(Math.max(+ended, +arrived_at));
  await insertPresence(scope, room.meetingId, { member_id: memberId, mode, arrived_at, left_at });
  await recountQuorum(scope, room.meetingId);
  return true;
}

/** Members whose departure was not recorded are treated as present until the planned end. */
export async function endOpenPresences(scope: Scope, meetingId: string, endsAt: Date): Promise<void> {
  await updateRows(scope, 'presences', { meeting_id: meetingId, left_at: null })
    .set((row) => ({
      left_at: sql<Date>`greatest(${row.ref('arrived_at')}, ${endsAt}::timestamptz)`,
      revision: row('revision', '+', 1),
    }))
    .execute();
}

/** Recalculates all stored quorums, because corrected times change past quorums. */
export async function recountQuorum(scope: Scope, meetingId: string): Promise<void> {
  const page = await readRoom(scope, meetingId);
  const moves = await listPointerMoves(scope, meetingId);
  await deleteRows(scope, 'quorum_changes', { meeting_id: meetingId }).execute();
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
    .map((row) => ({ ...row, meeting_id: meetingId }));
  await insertRows(scope, 'quorum_changes', rows);
}

/** If the meeting never reached the item, returns the time of the adjournment. */
export async function itemHeldAt(scope: Scope, { room, page }: OpenRoom, itemId: string): Promise<Date> {
  const moves = await listPointerMoves(scope, room.meetingId);
  const nth = moves.findLastIndex((move) => move.agenda_item_id === itemId);
  const end = (nth === -1 ? undefined : moves[nth + 1]?.at) ?? page.room?.since_at ?? room.at;
  // Subtract one millisecond, so that people who left at exactly that time count as present.
  return new Date(+end - 1);
}
