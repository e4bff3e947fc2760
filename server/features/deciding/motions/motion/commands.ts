import type { AuditAction } from '#domain/audit.ts';
import { yearIn } from '#domain/dates.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { roomMessages } from '#domain/messages/room.ts';
import { resolutionNumber } from '#domain/motions.ts';
import { insertRow, selectRows } from '#server/db/board-rows.ts';
import { type BoardJobScope, type BoardScope, readTogether } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import {
  type LockedRoom,
  lockRooms,
  lockSeenRoom,
  type OpenRoom,
  openRoom,
  raiseMotionsRevision,
  settleRoom,
} from '#server/features/deciding/room/state/commands.ts';
import { hasRoom, pageOfVote } from '#server/features/deciding/room/state/policy.ts';
import { type RoomPage, roomPage } from '#server/features/deciding/room/state/queries.ts';
import { isWithheld } from '#server/features/members/audience/visibility.ts';
import { canSeeMotion, type MotionReader, readerOf } from './policy.ts';
import { type MotionRow, meetingOf, motionOfVote, oneMotion, type VoteRow } from './queries.ts';

export interface OpenMotion {
  readonly open: OpenRoom;
  readonly motion: MotionRow;
}

export interface OpenVote extends OpenMotion {
  readonly vote: VoteRow;
  readonly now: OpenRoom['page'];
}

/** Locks the room. Throws `not-found` if the actor cannot see the motion. */
export async function openMotion(scope: BoardScope, id: string): Promise<OpenMotion> {
  const open = await openRoom(scope, await meetingOf(scope, { kind: 'motions', id }));
  const motion = await oneMotion.run(scope.tx, { id }, scope.now);
  if (!motion || !canSeeMotion(readerOf(scope, open.page), motion)) throw notFound();
  return { open, motion };
}

export async function openMotionToDefer(
  scope: BoardScope,
  { id, meetingId }: { readonly id: string; readonly meetingId: string },
): Promise<OpenMotion> {
  const from = await meetingOf(scope, { kind: 'motions', id });
  await lockRooms(scope, [from, meetingId]);
  return openMotion(scope, id);
}

export async function openVoteOf(scope: BoardScope, id: string): Promise<OpenVote> {
  const meetingId = await meetingOf(scope, { kind: 'votes', id });
  const room = await lockSeenRoom(scope, meetingId);
  // Read everything in one round trip, because other requests may be waiting for the room's lock.
  const { page, motion } = await readTogether(scope, {
    statements: { page: roomPage, motion: motionOfVote },
    params: { id: meetingId, vote_id: id },
  });
  const vote = motion?.votes.find((each) => each.id === id);
  if (page === null || !hasRoom(page) || !motion || !vote || isWithheld(motion)) throw notFound();
  return { open: { room, page: pageOfVote(page, vote) }, now: page, motion, vote };
}

/** Throws if the text has changed since `revision`. An undefined `revision` skips the check. */
export function refuseChanged(motion: Pick<MotionRow, 'revision'>, revision: number | undefined): void {
  if (revision !== undefined && revision !== motion.revision) throw refused(motionMessages.changedMeanwhile);
}

export function refuseAdjourned({ room }: OpenRoom, { isDesk }: Pick<MotionReader, 'isDesk'>): void {
  if (room.phase === 'adjourned' && !isDesk) throw refused(roomMessages.notInSession);
}

export function refuseUnlessInSession({ open, vote }: Pick<OpenVote, 'open' | 'vote'>): void {
  if (open.room.phase !== 'in-session' && vote.held_at === null) throw refused(roomMessages.notInSession);
}

/** Call this after every change to motions or votes, so that open pages reload them. */
export async function settleMotions(
  scope: BoardScope,
  { room }: { readonly room: LockedRoom },
  { atOnce, itemId }: { readonly atOnce: boolean; readonly itemId: string },
): Promise<RoomPage> {
  await raiseMotionsRevision(scope, room);
  return settleRoom(scope, room, { atOnce, about: { itemId, isOfMotions: true } });
}

/** The other fields of an agenda item that is added at the end of an agenda. */
export const plainItem = {
  description: '',
  depth: 0,
  presenter: '',
  presenter_id: null,
  minutes: null,
  before_id: null,
} as const;

export async function auditMotion(
  scope: BoardScope | BoardJobScope,
  action: AuditAction,
  motion: { readonly id: string; readonly meetingId: string },
  detail: Readonly<Record<string, string | number | null>> = {},
): Promise<void> {
  await audit(scope, action, { kind: 'motion', id: motion.id }, { ...detail, meeting_id: motion.meetingId });
}

/** A body's motions and written resolutions share one sequence of numbers. */
export async function giveNumber(
  scope: Pick<BoardScope, 'tx' | 'board' | 'now'>,
  given: {
    readonly body: { readonly id: string; readonly name: string };
    readonly at: Date;
    readonly of: { readonly vote_id: string } | { readonly written_id: string };
  },
): Promise<void> {
  const { board } = scope;
  const { body, at, of } = given;
  await selectRows(scope, 'bodies', { id: body.id }).select('id').forUpdate().execute();
  const year = yearIn(at, board.timeZone);
  const { last } = await selectRows(scope, 'resolution_numbers', { body_id: body.id, year })
    .select(({ fn }) => fn.max('sequence').as('last'))
    .executeTakeFirstOrThrow();
  const sequence = (last ?? 0) + 1;
  const group = body.id === board.id ? null : body.name;
  await insertRow(scope, 'resolution_numbers', {
    body_id: body.id,
    year,
    sequence,
    ...of,
    number: resolutionNumber({ group, year, sequence }),
  });
}
