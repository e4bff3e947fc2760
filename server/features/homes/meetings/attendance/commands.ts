import type { z } from 'zod';
import type { Guest, guestInput } from '#contract/attendance.ts';
import { limits } from '#contract/fields.ts';
import type { AuditAction } from '#domain/audit.ts';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { dateMessages, meetingMessages } from '#domain/messages/meetings.ts';
import { type Acceptance, acceptanceForLetter, type RsvpLetter } from '#domain/rsvp.ts';
import type { Config } from '#server/config.ts';
import { deleteRows, selectRows, updateRows } from '#server/db/board-rows.ts';
import { type BoardScope, readTogether } from '#server/db/board-scope.ts';
import { defineRows } from '#server/db/page-statement.ts';
import { authorize, invalid, notFound, refuseBeyond, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { publishMeetingChanged, refuseClosed } from '#server/features/homes/meetings/meeting/commands.ts';
import {
  attendanceActions,
  canEditMeeting,
  meetingPhase,
  type WindowConfig,
} from '#server/features/homes/meetings/meeting/policy.ts';
import { type LoadedMeeting, loadMeeting, selectInvitee } from '#server/features/homes/meetings/meeting/queries.ts';
import { type MeetingToAnswer, type ReplyFacts, replyParams, replyStatements } from './queries.ts';

interface Reply {
  readonly meeting: MeetingToAnswer;
  readonly memberId: string;
  readonly letter: RsvpLetter;
  readonly known?: ReplyFacts;
}

/** Throws `invalid` if the reply does not fit the meeting's type, and `refused` if the meeting takes no replies. */
export async function answerInvitation(
  scope: BoardScope,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
  { meeting, memberId, letter, known }: Reply,
): Promise<Acceptance> {
  const acceptance = acceptanceForLetter(letter, meeting.type);
  if (acceptance === null) throw invalid({ letter: meetingMessages.answerDoesNotFit });
  if (meeting.state === 'draft') throw refused(meetingMessages.notPublished);
  if (meeting.state === 'finding-date') throw refused(dateMessages.stillFinding);
  if (meeting.state === 'cancelled') throw refused(meetingMessages.cancelled);
  refuseClosed(scope, config, meeting);
  const reading = { statements: replyStatements, params: replyParams({ meetingId: meeting.id, memberId }) };
  const { before, listeners } = known ?? (await readTogether(scope, reading));
  if (!before) throw refused(meetingMessages.notInvited);
  if (before.acceptance === acceptance) return acceptance;
  const answered_at = acceptance === 'none' ? null : scope.now;
  await writtenReply.runAhead(
    scope.tx,
    { meeting_id: meeting.id, member_id: memberId, acceptance, answered_at },
    scope.now,
  );
  await audit(
    scope,
    'meeting.answered',
    { kind: 'meeting', id: meeting.id },
    { acceptance, ...(memberId === scope.member.id ? {} : { for_member_id: memberId }) },
  );
  await publishLive(scope, { noun: 'meeting', id: meeting.id }, listeners);
  return acceptance;
}

const writtenReply = defineRows(
  { meeting_id: 'uuid', member_id: 'uuid', acceptance: 'text', answered_at: 'timestamptz' },
  (scope, { meeting_id, member_id, acceptance, answered_at }) =>
    updateRows(scope, 'invitees', { meeting_id, member_id }).set({
      acceptance: acceptance.$castTo<Acceptance>(),
      answered_at,
    }),
);

type GuestInput = z.output<typeof guestInput>;

interface MeetingGuest {
  readonly meeting: LoadedMeeting;
  readonly guestId: string;
}

export async function addGuest(scope: BoardScope, meeting: LoadedMeeting, input: GuestInput): Promise<Guest> {
  await scope.ports.attendanceRoom.guestsChange(scope, meeting.id);
  const present = await selectRows(scope, 'meeting_guests', { meeting_id: meeting.id })
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  refuseBeyond({ present: present.count, most: limits.guestsMax }, meetingMessages.tooManyGuests);
  const guest = await scope.tx
    .insertInto('meeting_guests')
    .values({ ...input, board_id: scope.board.id, meeting_id: meeting.id, created_at: scope.now })
    .returning(['id', 'name', 'role'])
    .executeTakeFirstOrThrow();
  await recordGuestChange(scope, { meeting, guestId: guest.id }, 'guest.added');
  return guest;
}

export async function updateGuest(scope: BoardScope, of: MeetingGuest, input: GuestInput): Promise<Guest> {
  await scope.ports.attendanceRoom.guestsChange(scope, of.meeting.id);
  const guest = await updateRows(scope, 'meeting_guests', { meeting_id: of.meeting.id, id: of.guestId })
    .set(input)
    .returning(['id', 'name', 'role'])
    .executeTakeFirstOrThrow(notFound);
  await recordGuestChange(scope, of, 'guest.updated');
  return guest;
}

export async function removeGuest(scope: BoardScope, of: MeetingGuest): Promise<void> {
  await scope.ports.attendanceRoom.guestsChange(scope, of.meeting.id);
  await deleteRows(scope, 'meeting_guests', { meeting_id: of.meeting.id, id: of.guestId })
    .returning('id')
    .executeTakeFirstOrThrow(notFound);
  await recordGuestChange(scope, of, 'guest.removed');
}

async function recordGuestChange(scope: BoardScope, of: MeetingGuest, action: AuditAction): Promise<void> {
  const detail = { meeting_id: of.meeting.id };
  await audit(scope, action, { kind: 'guest', id: of.guestId }, detail);
  await publishMeetingChanged(scope, of.meeting);
}

/** Throws `refused` after attendance has closed. Before attendance opens, only apologies are accepted. */
export async function loadMeetingForAttendance(
  scope: BoardScope,
  config: WindowConfig,
  meetingId: string,
  options: { readonly lock?: 'share' | 'update'; readonly isApology?: boolean } = {},
): Promise<LoadedMeeting> {
  const { lock = 'share', isApology = false } = options;
  const meeting = await loadMeeting(scope, meetingId, { lock });
  authorize(canEditMeeting(scope, meeting) || (await scope.ports.attendanceRoom.isRunByReader(scope, meeting.id)));
  const allowed = attendanceActions(meeting, meetingPhase(scope, config, meeting));
  if (allowed.take_attendance || (isApology && allowed.note_apologies)) return meeting;
  if (meeting.has_final_minutes) throw refused(minutesMessages.approved);
  if (meeting.state === 'draft') throw refused(meetingMessages.notPublished);
  if (meeting.state === 'finding-date') throw refused(dateMessages.stillFinding);
  if (meeting.state === 'cancelled') throw refused(meetingMessages.cancelled);
  refuseClosed(scope, config, meeting);
  throw refused(meetingMessages.attendanceNotOpen(config.attendanceOpensMinutesBefore));
}

export async function recordAttendance(
  scope: BoardScope,
  given: { readonly meeting: LoadedMeeting; readonly memberId: string; readonly attendance: boolean | null },
): Promise<void> {
  const { meeting, memberId, attendance } = given;
  const invitee = selectInvitee(scope, { meetingId: meeting.id, memberId });
  await invitee.executeTakeFirstOrThrow(notFound);
  await scope.ports.attendanceRoom.marked(scope, { meetingId: meeting.id, memberId, attendance });
  const before = await invitee.forUpdate().executeTakeFirstOrThrow(notFound);
  if (before.attendance === attendance) return;
  await updateRows(scope, 'invitees', { meeting_id: meeting.id, member_id: memberId }).set({ attendance }).execute();
  const detail = { attendance, for_member_id: memberId };
  await audit(scope, 'meeting.attendance-recorded', { kind: 'meeting', id: meeting.id }, detail);
  await publishMeetingChanged(scope, meeting);
}
