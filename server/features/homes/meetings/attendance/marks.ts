import { dateMessages, meetingMessages } from '#domain/messages.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize, notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { tellMeetingChanged } from '#server/features/homes/meetings/commands.ts';
import { refuseClosed } from '#server/features/homes/meetings/lifecycle/closing.ts';
import { momentOf, type WindowConfig } from '#server/features/homes/meetings/lifecycle/moment.ts';
import { meetingActs } from '#server/features/homes/meetings/lifecycle/state-policy.ts';
import { canEditMeeting } from '#server/features/homes/meetings/policy.ts';
import { type LoadedMeeting, loadMeeting } from '#server/features/homes/meetings/queries.ts';

/** The meeting, if the member may take its attendance now. Throws `refused` before it opens and after it has closed. */
export async function openAttendance(
  scope: BoardScope,
  config: WindowConfig,
  meetingId: string,
  options: { readonly lock: 'share' | 'update' } = { lock: 'share' },
): Promise<LoadedMeeting> {
  const meeting = await loadMeeting(scope, meetingId, options);
  authorize(canEditMeeting(scope, meeting));
  if (meetingActs(scope, meeting, momentOf(scope, config, meeting)).take_attendance) return meeting;
  if (meeting.state === 'draft') throw refused(meetingMessages.notPublished);
  if (meeting.state === 'finding-date') throw refused(dateMessages.stillFinding);
  if (meeting.state === 'cancelled') throw refused(meetingMessages.cancelled);
  refuseClosed(scope, config, meeting);
  throw refused(meetingMessages.attendanceNotOpen(config.attendanceOpensMinutesBefore));
}

/** Marks one invitee; the last mark counts, and null takes it back. */
export async function mark(
  scope: BoardScope,
  given: { readonly meeting: LoadedMeeting; readonly memberId: string; readonly attendance: boolean | null },
): Promise<void> {
  const { meeting, memberId, attendance } = given;
  const before = await scope.tx
    .selectFrom('invitees')
    .select('attendance')
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meeting.id)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw notFound();
  if (before.attendance === attendance) return;
  await scope.tx
    .updateTable('invitees')
    .set({ attendance })
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meeting.id)
    .where('member_id', '=', memberId)
    .execute();
  const detail = { attendance, for_member_id: memberId };
  await audit(scope, { action: 'meeting.attendance-marked', subjectKind: 'meeting', subjectId: meeting.id, detail });
  await tellMeetingChanged(scope, meeting);
}
