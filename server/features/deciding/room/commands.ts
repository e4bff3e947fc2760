import type { z } from 'zod';
import type { setDesk as setDeskEndpoint } from '#contract/room.ts';
import type { AuditAction } from '#domain/audit.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { roomMessages } from '#domain/messages/room.ts';
import { type PresenceMode, phaseStep, type RoomMove } from '#domain/room.ts';
import { deleteRows, insertRow, insertRows, isFound, selectRows, updateRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { authorize, invalid, notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { wasVotedOn } from '#server/features/deciding/room/queries.ts';
import type { AttendanceRoom } from '#server/features/homes/meetings/ports.ts';
import type { MembershipChange } from '#server/features/members/people/ports.ts';
import {
  arrive,
  endOpenPresences,
  keepVoters,
  leave,
  markPresent,
  recountQuorum,
  removePresences,
} from './presences/commands.ts';
import { listOpenPresencesOf, listPresencesWithoutAccess, type OpenPresence } from './presences/queries.ts';
import {
  findRoom,
  type LockedRoom,
  lockRoom,
  type OpenRoom,
  publishRoom,
  raiseMotionsRevision,
  readRoom,
  refuseWhileVoting,
  settleRoom,
} from './state/commands.ts';
import { adjournsAt, canRun, deskOf, hasRoom, openPresenceOf, ruleOf } from './state/policy.ts';
import type { RoomPage } from './state/queries.ts';

type Scope = BoardScope | BoardJobScope;

export async function setPhase(
  scope: BoardScope,
  { room, page }: OpenRoom,
  given: { readonly to: RoomMove; readonly takesBack: boolean },
): Promise<boolean> {
  const { to } = given;
  const step = phaseStep(room.phase, to, given.takesBack);
  if (step === 'same') return false;
  if (step === 'refused' || room.at >= adjournsAt(page)) throw refused(roomMessages.notInSession);
  refuseWhileVoting(page);
  if (step === 'takes-back')
    await scope.ports.minutes.refuseCorrecting(scope, { meetingId: page.id, what: 'decisions' });
  if (step === 'begins') {
    await keepOffice(scope, page);
    await scope.ports.minutes.begin(scope, page.id);
  }
  await writePhase(scope, room, to);
  if (to === 'adjourned') {
    await scope.ports.votes.adjourned(scope, room);
    await endPresences(scope, room);
  }
  if (step === 'takes-back') await bringBack(scope, room.meetingId);
  return true;
}

const phaseActions: Readonly<Record<RoomMove, AuditAction>> = {
  'in-session': 'room.in-session',
  recess: 'room.recess',
  adjourned: 'room.adjourned',
};

async function writePhase(scope: Scope, { meetingId, phase, at }: LockedRoom, to: RoomMove): Promise<void> {
  const begins = phase === 'not-begun' ? { called_at: at } : {};
  await updateRows(scope, 'meeting_rooms', { meeting_id: meetingId })
    .set({ phase: to, since_at: at, ...begins })
    .execute();
  const member_id = 'member' in scope ? scope.member.id : null;
  await insertRow(scope, 'meeting_phases', { meeting_id: meetingId, phase: to, at, member_id });
  await audit(scope, phaseActions[to], { kind: 'meeting', id: meetingId }, { was: phase });
}

/** Stores people, offices and rules at the call to order, so that later changes do not affect this meeting. */
async function keepOffice(scope: BoardScope, page: RoomPage): Promise<void> {
  const rule = ruleOf(page);
  if (page.body === null || rule === null) throw refused(roomMessages.chooseBody);
  const { chair_id, secretary_id } = deskOf(page);
  await updateRows(scope, 'meeting_rooms', { meeting_id: page.id })
    .set({ body_id: page.body.id, chair_id, secretary_id, has_own_desk: true, quorum_rule: JSON.stringify(rule) })
    .execute();
  const people = page.people.map(({ id, is_voter }) => ({ meeting_id: page.id, member_id: id, is_voter }));
  await insertRows(scope, 'meeting_people', people);
}

async function endPresences(scope: Scope, { meetingId, at }: Pick<LockedRoom, 'meetingId' | 'at'>): Promise<void> {
  await updateRows(scope, 'presences', { meeting_id: meetingId, left_at: null })
    .set((row) => ({ left_at: at, left_by_adjourning: true, revision: row('revision', '+', 1) }))
    .execute();
  await deleteRows(scope, 'room_connections', { meeting_id: meetingId }).execute();
}

/** Reopens presences that the adjournment ended, except those of people who have since left the board. */
async function bringBack(scope: BoardScope, meetingId: string): Promise<void> {
  await updateRows(scope, 'presences', { meeting_id: meetingId, left_by_adjourning: true })
    .set((row) => ({ left_at: null, left_by_adjourning: false, revision: row('revision', '+', 1) }))
    .where('member_id', 'in', (members) =>
      members
        .selectFrom('members')
        .select('id')
        .where('board_id', '=', scope.board.id)
        .where('status', '<>', 'inactive')
        .where('removed_at', 'is', null),
    )
    .execute();
  await recountQuorum(scope, meetingId);
}

export async function movePointer(scope: BoardScope, { room, page }: OpenRoom, itemId: string): Promise<boolean> {
  if (room.phase !== 'in-session') throw refused(roomMessages.notInSession);
  const item = selectRows(scope, 'agenda_items', { meeting_id: room.meetingId, id: itemId }).select('id');
  if (!(await isFound(item))) throw notFound();
  if (page.room?.agenda_item_id === itemId) return false;
  refuseWhileVoting(page);
  await updateRows(scope, 'meeting_rooms', { meeting_id: room.meetingId }).set({ agenda_item_id: itemId }).execute();
  await insertRow(scope, 'pointer_moves', { meeting_id: room.meetingId, agenda_item_id: itemId, at: room.at });
  await audit(scope, 'room.pointer-moved', { kind: 'meeting', id: room.meetingId }, { agenda_item_id: itemId });
  return true;
}

/** Throws if a member appoints themselves chair or secretary. Returns false if nothing changed. */
export async function setDesk(
  scope: BoardScope,
  { room, page }: OpenRoom,
  body: z.output<typeof setDeskEndpoint.body>,
): Promise<boolean> {
  if (room.phase === 'adjourned') throw refused(roomMessages.notInSession);
  refuseWhileVoting(page);
  const before = deskOf(page);
  const { chair_id = before.chair_id, secretary_id = before.secretary_id, body_id } = body;
  const own = scope.member.id;
  authorize(chair_id !== own || before.chair_id === own);
  authorize(secretary_id !== own || before.secretary_id === own);
  const people = new Map(page.people.map((each) => [each.id, each]));
  for (const [field, id, was] of [
    ['chair_id', chair_id, before.chair_id],
    ['secretary_id', secretary_id, before.secretary_id],
  ] as const) {
    if (id !== null && id !== was && people.get(id)?.status !== 'active')
      throw invalid({ [field]: roomMessages.notOfMeeting });
  }
  if (body_id !== undefined && body_id !== page.body?.id) {
    if (room.phase !== 'not-begun') throw refused(roomMessages.bodyStays);
    if (!page.bodies.some(({ id }) => id === body_id)) throw notFound();
  }
  const isSame = chair_id === before.chair_id && secretary_id === before.secretary_id;
  if (isSame && (body_id === undefined || body_id === page.body?.id)) return false;
  await updateRows(scope, 'meeting_rooms', { meeting_id: room.meetingId })
    .set({ chair_id, secretary_id, has_own_desk: true, ...(body_id === undefined ? {} : { body_id }) })
    .execute();
  const detail = { chair_id, secretary_id, ...(body_id === undefined ? {} : { body_id }) };
  await audit(scope, 'room.desk-set', { kind: 'meeting', id: room.meetingId }, detail);
  return true;
}

export async function setOwnPresence(scope: BoardScope, open: OpenRoom, mode: PresenceMode | null): Promise<boolean> {
  if (open.room.phase === 'adjourned' || open.room.at >= adjournsAt(open.page))
    throw refused(roomMessages.notInSession);
  const memberId = scope.member.id;
  if (mode !== null) return arrive(scope, open, { memberId, mode });
  const own = openPresenceOf(open.page, memberId);
  if (!own) return false;
  await leave(scope, open.room, own);
  return true;
}

/** If the meeting never began, this only ends its presences. */
export async function adjournOverdue(scope: BoardJobScope, { id }: { readonly id: string }): Promise<void> {
  const room = await lockRoom(scope, id);
  const page = await findRoom(scope, id);
  if (page === null || page.ends_at === null || room.at < adjournsAt({ ends_at: page.ends_at })) return;
  if (room.phase === 'not-begun') {
    await endOpenPresences(scope, id, page.ends_at);
    await recountQuorum(scope, id);
  } else if (room.phase !== 'adjourned') await writePhase(scope, room, 'adjourned');
  await scope.ports.votes.adjourned(scope, room);
  await endPresences(scope, room);
  await settleRoom(scope, room, { atOnce: true });
}

export const attendanceRoom: AttendanceRoom = {
  async isRunByReader(scope, meetingId) {
    const page = await findRoom(scope, meetingId);
    return page !== null && canRun(scope, page);
  },

  async guestsChange(scope, meetingId) {
    const room = await lockRoom(scope, meetingId);
    await scope.ports.minutes.refuseCorrecting(scope, { meetingId, what: 'record' });
    await publishRoom(scope, room, { atOnce: false });
  },

  async marked(scope, { meetingId, memberId, attendance }) {
    const room = await lockRoom(scope, meetingId);
    const page = await readRoom(scope, meetingId);
    if (!hasRoom(page)) return;
    await scope.ports.minutes.refuseCorrecting(scope, { meetingId, what: 'record' });
    if (attendance !== true && page.presences.some(({ member_id: id }) => id === memberId)) refuseWhileVoting(page);
    const hasChanged =
      attendance === true
        ? await markPresent(scope, room, page, memberId)
        : await removePresences(scope, meetingId, { memberId });
    if (hasChanged) return void (await settleRoom(scope, room, { atOnce: false }));
    const before = page.people.find(({ id }) => id === memberId)?.attendance ?? null;
    if (before !== attendance) await publishRoom(scope, room, { atOnce: false });
  },

  async moved(scope, meetingId) {
    if ((await findRoom(scope, meetingId))?.room == null) return;
    const room = await lockRoom(scope, meetingId);
    if (await wasVotedOn(scope, { meetingId })) throw refused(motionMessages.meetingHasVoted);
    await scope.ports.minutes.refuseCorrecting(scope, { meetingId, what: 'decisions' });
    await removePresences(scope, meetingId, 'all');
    await beginAnew(scope, room);
    await settleRoom(scope, room, { atOnce: true });
  },

  audienceChanged: (scope) => endPresencesWithoutAccess(scope),
};

async function beginAnew(scope: BoardScope, { meetingId }: LockedRoom): Promise<void> {
  for (const table of ['meeting_people', 'pointer_moves', 'quorum_changes'] as const) {
    await deleteRows(scope, table, { meeting_id: meetingId }).execute();
  }
  await updateRows(scope, 'meeting_rooms', { meeting_id: meetingId })
    .set({ phase: 'not-begun', called_at: null, since_at: null, quorum_rule: null, agenda_item_id: null })
    .execute();
}

export const roomMembershipChange: MembershipChange = {
  left: (scope, _secrets, { memberId }) => leaveRooms(scope, memberId),

  async regrouped(scope) {
    await endPresencesWithoutAccess(scope);
    return { invited: 0, ended: 0 };
  },
};

async function endPresencesWithoutAccess(scope: Scope): Promise<void> {
  for (const presence of await listPresencesWithoutAccess(scope)) await endPresence(scope, presence);
}

export async function leaveRooms(scope: Scope, memberId: string): Promise<void> {
  for (const presence of await listOpenPresencesOf(scope, memberId)) await endPresence(scope, presence);
}

async function endPresence(scope: Scope, presence: OpenPresence): Promise<void> {
  const room = await lockRoom(scope, presence.meeting_id);
  const page = await findRoom(scope, room.meetingId);
  const isKept = page !== null && (await keepVoters(scope, page, [presence.member_id])).length > 0;
  if (isKept) await raiseMotionsRevision(scope, room);
  await leave(scope, room, presence);
  if (page !== null) await settleRoom(scope, room, { atOnce: isKept });
}
