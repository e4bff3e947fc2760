import { sql } from 'kysely';
import { meetingMessages } from '#domain/messages/meetings.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import type { RoomPhase } from '#domain/room.ts';
import { selectRows, updateRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { executeAhead } from '#server/db/flight-driver.ts';
import { notFound, refused } from '#server/errors.ts';
import { publishLive, sentToRoom } from '#server/features/core/events/commands.ts';
import { loadMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import { deskOf, type HeldPage, hasRoom, isSameQuorum, isVoteOpen, type OpeningConfig, opensAt } from './policy.ts';
import { quorumNow } from './present.ts';
import { type RoomPage, roomPage } from './queries.ts';

/** A value of this type proves that the room's row is locked. */
export interface LockedRoom {
  readonly meetingId: string;
  readonly phase: RoomPhase;
  readonly at: Date;
}

type Scope = Pick<BoardScope, 'tx' | 'board' | 'now' | 'clock'>;

export async function lockRoom({ tx, board, clock }: Scope, meetingId: string): Promise<LockedRoom> {
  await tx
    .insertInto('meeting_rooms')
    .values({ board_id: board.id, meeting_id: meetingId })
    // Specifies no conflict target, because concurrent inserts may violate either unique constraint.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Read the clock outside the locking subquery, so that it returns the time after the wait.
  const { changed_at, phase, now } = await tx
    .with(
      (cte) => cte('room').materialized(),
      (db) =>
        db
          .selectFrom('meeting_rooms')
          .select('changed_at')
          .select(sql<RoomPhase>`phase`.as('phase'))
          .where('board_id', '=', board.id)
          .where('meeting_id', '=', meetingId)
          .forUpdate(),
    )
    .selectFrom('room')
    .select(['room.changed_at', 'room.phase', clock.inDatabase().as('now')])
    .executeTakeFirstOrThrow();
  const earliest = changed_at === null ? now : new Date(+changed_at + 1);
  return { meetingId, phase, at: earliest > now ? earliest : now };
}

/** Locks rooms and their meetings in a fixed order to prevent deadlocks. Omits unknown meetings. */
export async function lockRooms(scope: Scope, meetingIds: readonly string[]): Promise<ReadonlyMap<string, LockedRoom>> {
  const meetings = await selectRows(scope, 'meetings')
    .select('id')
    .where('id', 'in', meetingIds)
    .orderBy('id')
    .forUpdate()
    .execute();
  const rooms = new Map<string, LockedRoom>();
  for (const { id } of meetings) rooms.set(id, await lockRoom(scope, id));
  return rooms;
}

export interface OpenRoom {
  readonly room: LockedRoom;
  readonly page: HeldPage;
}

/**
 * Throws `not-found` if the actor cannot see the meeting. The meeting stays locked in shared mode until the
 * transaction ends.
 */
export async function lockSeenRoom(scope: BoardScope, meetingId: string): Promise<LockedRoom> {
  await loadMeeting(scope, meetingId, { lock: 'share' });
  return lockRoom(scope, meetingId);
}

export async function openRoom(scope: BoardScope, meetingId: string): Promise<OpenRoom> {
  const room = await lockSeenRoom(scope, meetingId);
  const page = await readRoom(scope, meetingId);
  if (!hasRoom(page)) throw notFound();
  return { room, page };
}

export function refuseUnopened({ room, page }: OpenRoom, config: OpeningConfig): void {
  if (room.at < opensAt(page, config))
    throw refused(meetingMessages.attendanceNotOpen(config.attendanceOpensMinutesBefore));
}

export function refuseWhileVoting(page: Pick<RoomPage, 'vote'>): void {
  if (isVoteOpen(page)) throw refused(motionMessages.anotherVote);
}

export const findRoom = (scope: Scope, meetingId: string): Promise<RoomPage | null> =>
  roomPage.run(scope.tx, { id: meetingId }, scope.now);

export async function readRoom(scope: Scope, meetingId: string): Promise<RoomPage> {
  const page = await findRoom(scope, meetingId);
  if (page === null) throw notFound();
  return page;
}

interface Publishing {
  readonly atOnce: boolean;
  /** The changed item. Members from whom it is withheld are not notified. */
  readonly about?: { readonly itemId: string; readonly isOfMotions: boolean };
}

/** Makes open pages reload motions and votes. The caller must call `publishRoom` afterwards. */
export async function raiseMotionsRevision(
  scope: Pick<Scope, 'tx' | 'board'>,
  { meetingId }: Pick<LockedRoom, 'meetingId'>,
): Promise<void> {
  await updateRows(scope, 'meeting_rooms', { meeting_id: meetingId })
    .set((row) => ({ motions_revision: row('motions_revision', '+', 1) }))
    .execute();
}

export async function publishRoom(
  { tx, board }: Scope,
  { meetingId, at }: LockedRoom,
  { atOnce, about }: Publishing,
): Promise<void> {
  if (about) await executeAhead(tx, countUnseen({ tx, board }, { meetingId, ...about }));
  const changed = tx
    .with('changed', (db) =>
      db
        .updateTable('meeting_rooms')
        .set((row) => ({ revision: sql<number>`${row.ref('revision')} + 1`, changed_at: at }))
        .where('board_id', '=', board.id)
        .where('meeting_id', '=', meetingId)
        .returning('revision'),
    )
    .selectFrom('changed')
    .select(({ ref }) => sentToRoom({ boardId: board.id, id: meetingId, atOnce }, ref('revision')).as('sent'));
  await executeAhead(tx, changed.compile());
}

const countUnseen = (
  { tx, board }: Pick<Scope, 'tx' | 'board'>,
  of: { readonly meetingId: string; readonly itemId: string; readonly isOfMotions: boolean },
) =>
  sql`
    insert into room_unseen as unseen (board_id, meeting_id, member_id, changes, motions)
    select distinct held.board_id, ${of.meetingId}::uuid, held.member_id, 1, ${of.isOfMotions ? 1 : 0}::int
    from withheld held
    where held.board_id = ${board.id} and held.subject_id = ${of.itemId} and held.lifted_at is null
    on conflict (board_id, meeting_id, member_id)
      do update set changes = unseen.changes + 1, motions = unseen.motions + excluded.motions
  `.compile(tx);

export async function settleRoom(scope: Scope, room: LockedRoom, how: Publishing): Promise<RoomPage> {
  const { tx, board } = scope;
  const { meetingId, at } = room;
  await publishRoom(scope, room, how);
  const page = await readRoom(scope, meetingId);
  const quorum = quorumNow(page);
  if (quorum === null) return page;
  const change = { ...quorum, agenda_item_id: page.room?.agenda_item_id ?? null, at };
  if (isSameQuorum(change, page.quorum_changes[0])) return page;
  await tx
    .insertInto('quorum_changes')
    .values({ board_id: board.id, meeting_id: meetingId, ...change })
    .onConflict((conflict) => conflict.columns(['board_id', 'meeting_id', 'at']).doUpdateSet(change))
    .execute();
  return { ...page, quorum_changes: [change, ...page.quorum_changes] };
}

export async function publishAttendance(scope: Pick<BoardScope, 'tx' | 'board'>, page: RoomPage): Promise<void> {
  const { chair_id, secretary_id } = deskOf(page);
  const desk = [chair_id, secretary_id].filter((id) => id !== null);
  await publishLive(scope, { noun: 'meeting', id: page.id }, desk);
}
