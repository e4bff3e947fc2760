import { formatHeadingDate, formatTimeRange, type Zone } from '#domain/dates.ts';
import type { MeetingChange } from '#domain/meeting-changes.ts';
import { asksRepliesAnew, meetingEndError } from '#domain/meeting-times.ts';
import { meetingMessages } from '#domain/messages/meetings.ts';
import type { MeetingType } from '#domain/rsvp.ts';
import type { Config } from '#server/config.ts';
import type { BoardLock } from '#server/db/board-lock.ts';
import { updateRow, updateRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { invalid, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { alignInvitees } from '#server/features/homes/meetings/invitees/commands.ts';
import { listRecipients } from '#server/features/homes/meetings/invitees/queries.ts';
import {
  dateAskedMail,
  meetingCancelledMail,
  meetingRescheduledMail,
  meetingRestoredMail,
  publishMeetingChanged,
  refuseClosed,
} from '#server/features/homes/meetings/meeting/commands.ts';
import { isUpcoming } from '#server/features/homes/meetings/meeting/policy.ts';
import type { DatedMeeting, MeetingRow } from '#server/features/homes/meetings/meeting/queries.ts';
import { recordScheduleNotice } from '#server/features/homes/meetings/notices/commands.ts';
import { movePollsWithStart } from '#server/features/papers/polls/commands.ts';
import type { Secrets } from '#server/secrets.ts';

type Closing = Pick<Config, 'editsCloseMinutesAfter'>;

/** The caller must have locked the meeting's row. */
export async function cancelMeeting(
  scope: BoardScope,
  config: Closing,
  { meeting, note }: { readonly meeting: MeetingRow; readonly note: string },
): Promise<void> {
  if (meeting.state === 'cancelled') throw refused(meetingMessages.cancelled);
  if (meeting.state === 'draft') throw refused(meetingMessages.onlyPublishedCancelled);
  refuseClosed(scope, config, meeting);
  await scope.ports.decisions.refuseCancelling(scope, meeting.id);
  await changeState(scope, meeting, { state: 'cancelled' });
  await scope.ports.paperRequests.meetingEnded(scope, meeting.id);
  const noticeId = await recordScheduleNotice(scope, { meeting, kind: 'cancelled', note });
  await notifyRecipients(scope, {
    meeting,
    mail: { kind: meetingCancelledMail, subjectId: noticeId },
    action: 'meeting.cancelled',
  });
}

export async function restoreMeeting(
  scope: BoardScope,
  { config, secrets }: { readonly config: Closing; readonly secrets: Secrets },
  { lock, meeting }: { readonly lock: BoardLock<'audiences'>; readonly meeting: MeetingRow },
): Promise<void> {
  if (meeting.state !== 'cancelled') throw refused(meetingMessages.notCancelled);
  refuseClosed(scope, config, meeting);
  // Setting `asked_at` skips reminders that became due while the meeting was cancelled, because everyone gets mail now.
  await changeState(scope, meeting, { state: meeting.finds_date ? 'finding-date' : 'published', asked_at: scope.now });
  // Record the notice before inviting new members of the audience, who need not know about the cancellation.
  const noticeId = await recordScheduleNotice(scope, { meeting, kind: 'restored' });
  const mail = meeting.finds_date
    ? { kind: dateAskedMail, subjectId: meeting.id }
    : { kind: meetingRestoredMail, subjectId: noticeId };
  await notifyRecipients(scope, { meeting, mail, action: 'meeting.restored' });
  await alignInvitees(scope, secrets, { lock, meetingIds: [meeting.id] });
}

async function changeState(
  scope: BoardScope,
  meeting: MeetingRow,
  to: { readonly state: 'cancelled' } | { readonly state: 'published' | 'finding-date'; readonly asked_at: Date },
): Promise<void> {
  await updateRow(scope, 'meetings', meeting.id, {
    ...to,
    cancelled_at: to.state === 'cancelled' ? scope.now : null,
    sequence: meeting.sequence + 1,
    updated_at: scope.now,
  });
}

async function notifyRecipients(
  scope: BoardScope,
  given: {
    readonly meeting: MeetingRow;
    readonly mail: { readonly kind: string; readonly subjectId: string };
    readonly action: 'meeting.cancelled' | 'meeting.restored';
  },
): Promise<void> {
  const { meeting, mail, action } = given;
  const recipients = isUpcoming(scope, meeting) ? await listRecipients(scope, meeting.id) : [];
  await queueMails(scope, { ...mail, memberIds: recipients });
  await audit(scope, action, { kind: 'meeting', id: meeting.id }, { mails: recipients.length });
  await publishMeetingChanged(scope, meeting);
}

export interface MeetingTimes {
  readonly type: MeetingType;
  readonly start: Date;
  readonly end: Date;
}

/** Resets replies and attendance unless only the end changes. The caller must have locked the meeting's row. */
export async function rescheduleMeeting(
  scope: BoardScope,
  keys: { readonly config: Closing; readonly secrets: Secrets },
  given: {
    readonly lock: BoardLock<'audiences'>;
    readonly meeting: MeetingRow;
    readonly to: MeetingTimes;
    readonly note: string;
  },
): Promise<void> {
  const { lock, meeting, to, note } = given;
  if (meeting.state === 'cancelled') throw refused(meetingMessages.cancelled);
  if (meeting.state !== 'published') throw refused(meetingMessages.onlyPublishedMoved);
  refuseClosed(scope, keys.config, meeting);
  const endError = meetingEndError(to.start, to.end);
  if (endError) throw invalid({ end: endError });
  if (+to.start === +meeting.starts_at && +to.end === +meeting.ends_at && to.type === meeting.type) {
    throw refused(meetingMessages.notMoved);
  }
  const asksAnew = asksRepliesAnew({ type: meeting.type, start: meeting.starts_at }, to);
  await updateRow(scope, 'meetings', meeting.id, {
    type: to.type,
    starts_at: to.start,
    ends_at: to.end,
    sequence: meeting.sequence + 1,
    ...(asksAnew ? { asked_at: scope.now } : {}),
    reopened_at: null,
    updated_at: scope.now,
  });
  await movePollsWithStart(scope, { meetingId: meeting.id, from: meeting.starts_at, to: to.start });
  if (asksAnew) await scope.ports.attendanceRoom.moved(scope, meeting.id);
  const reset = asksAnew ? await resetReplies(scope, meeting.id) : 0;
  const changes = scheduleChanges(meeting, to, scope.board.dates);
  const noticeId = await recordScheduleNotice(scope, { meeting, kind: 'rescheduled', changes, note });
  // A past meeting may have been moved to the future, so invite its current audience.
  const { invited } = await alignInvitees(scope, keys.secrets, { lock, meetingIds: [meeting.id] });
  const isNew = new Set(invited.map((each) => each.member_id));
  const recipients = (await listRecipients(scope, meeting.id)).filter((memberId) => !isNew.has(memberId));
  await queueMails(scope, { kind: meetingRescheduledMail, subjectId: noticeId, memberIds: recipients });
  await audit(
    scope,
    'meeting.rescheduled',
    { kind: 'meeting', id: meeting.id },
    {
      from: meeting.starts_at.toISOString(),
      to: to.start.toISOString(),
      type: to.type,
      answers_reset: reset,
      mails: recipients.length,
    },
  );
  await publishMeetingChanged(scope, meeting);
}

async function resetReplies(scope: BoardScope, meetingId: string): Promise<number> {
  const answered = await updateRows(scope, 'invitees', { meeting_id: meetingId })
    .set({ acceptance: 'none', answered_at: null, attendance: null })
    .where((eb) => eb.or([eb('acceptance', '<>', 'none'), eb('attendance', 'is not', null)]))
    .executeTakeFirst();
  // Former invitees may return to the audience, so reset their stored replies.
  await updateRows(scope, 'former_invitees', { meeting_id: meetingId })
    .set({ acceptance: 'none', answered_at: null })
    .execute();
  return Number(answered.numUpdatedRows);
}

function scheduleChanges(before: DatedMeeting, to: MeetingTimes, timeZone: Zone): readonly MeetingChange[] {
  const texts = [
    ...(+before.starts_at === +to.start && +before.ends_at === +to.end
      ? []
      : [
          `It was on ${formatHeadingDate(before.starts_at, timeZone)}, ${formatTimeRange(before.starts_at, before.ends_at, timeZone)}`,
        ]),
    ...(before.type === to.type ? [] : [`It is now ${to.type}, and was ${before.type}`]),
  ];
  return texts.map((text) => ({ kind: 'details', text }));
}
