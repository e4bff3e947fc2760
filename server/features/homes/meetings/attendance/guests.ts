import type { z } from 'zod';
import type { Guest, guestInput } from '#contract/attendance.ts';
import { limits } from '#contract/fields.ts';
import type { AuditAction } from '#domain/audit-words.ts';
import { meetingMessages } from '#domain/messages.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { tellMeetingChanged } from '#server/features/homes/meetings/commands.ts';
import type { LoadedMeeting } from '#server/features/homes/meetings/queries.ts';

/** A guest is a name and a role on one meeting's attendance; no account, no link (product.md, section 1). */
type GuestInput = z.output<typeof guestInput>;

interface OfMeeting {
  readonly meeting: LoadedMeeting;
  readonly guestId: string;
}

/** The meeting's row must be locked. */
export async function addGuest(scope: BoardScope, meeting: LoadedMeeting, input: GuestInput): Promise<Guest> {
  const present = await scope.tx
    .selectFrom('meeting_guests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meeting.id)
    .executeTakeFirstOrThrow();
  if (present.count >= limits.guestsMax) throw refused(meetingMessages.tooManyGuests(limits.guestsMax));
  const guest = await scope.tx
    .insertInto('meeting_guests')
    .values({ ...input, board_id: scope.board.id, meeting_id: meeting.id, created_at: scope.now })
    .returning(['id', 'name', 'role'])
    .executeTakeFirstOrThrow();
  await noteGuest(scope, { meeting, guestId: guest.id }, 'guest.added');
  return guest;
}

export async function updateGuest(scope: BoardScope, of: OfMeeting, input: GuestInput): Promise<Guest> {
  const guest = await scope.tx
    .updateTable('meeting_guests')
    .set(input)
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', of.meeting.id)
    .where('id', '=', of.guestId)
    .returning(['id', 'name', 'role'])
    .executeTakeFirst();
  if (!guest) throw notFound();
  await noteGuest(scope, of, 'guest.updated');
  return guest;
}

export async function removeGuest(scope: BoardScope, of: OfMeeting): Promise<void> {
  const removed = await scope.tx
    .deleteFrom('meeting_guests')
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', of.meeting.id)
    .where('id', '=', of.guestId)
    .returning('id')
    .executeTakeFirst();
  if (!removed) throw notFound();
  await noteGuest(scope, of, 'guest.removed');
}

/** In the order in which they came. */
export async function listGuests(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  meetingId: string,
): Promise<readonly Guest[]> {
  return scope.tx
    .selectFrom('meeting_guests')
    .select(['id', 'name', 'role'])
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meetingId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limits.guestsMax)
    .execute();
}

async function noteGuest(scope: BoardScope, of: OfMeeting, action: AuditAction): Promise<void> {
  const detail = { meeting_id: of.meeting.id };
  await audit(scope, { action, subjectKind: 'guest', subjectId: of.guestId, detail });
  await tellMeetingChanged(scope, of.meeting);
}
