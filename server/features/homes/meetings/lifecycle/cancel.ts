import { meetingMessages } from '#domain/messages.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { Turn } from '#server/db/turn.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { tellMeetingChanged } from '#server/features/homes/meetings/commands.ts';
import { dateAskedMail } from '#server/features/homes/meetings/date-finding/mail-names.ts';
import { alignInvitees } from '#server/features/homes/meetings/invitees/invitees.ts';
import { listRecipients } from '#server/features/homes/meetings/invitees/recipients.ts';
import { isToCome } from '#server/features/homes/meetings/invitees/to-come.ts';
import { meetingCancelledMail, meetingRestoredMail } from '#server/features/homes/meetings/mail/mail-names.ts';
import { noteSchedule } from '#server/features/homes/meetings/notices/notices.ts';
import type { MeetingRow } from '#server/features/homes/meetings/queries.ts';
import type { Secrets } from '#server/secrets.ts';
import { refuseClosed } from './closing.ts';

type Closing = Pick<Config, 'editsCloseMinutesAfter'>;

/** Calls a meeting off, or the search for its date: its page stays, marked, and everybody is told. The meeting's row must be locked. */
export async function cancelMeeting(scope: BoardScope, config: Closing, meeting: MeetingRow): Promise<void> {
  if (meeting.state === 'cancelled') throw refused(meetingMessages.cancelled);
  if (meeting.state === 'draft') throw refused(meetingMessages.onlyPublishedCancelled);
  refuseClosed(scope, config, meeting);
  await changeState(scope, meeting, { state: 'cancelled' });
  const noticeId = await noteSchedule(scope, { meeting, kind: 'cancelled' });
  await tell(scope, {
    meeting,
    mail: { kind: meetingCancelledMail, subjectId: noticeId },
    action: 'meeting.cancelled',
  });
}

/** Takes that back. Answers stay as they were: the times, or the dates to choose from, are the same. */
export async function restoreMeeting(
  scope: BoardScope,
  { config, secrets }: { readonly config: Closing; readonly secrets: Secrets },
  { turn, meeting }: { readonly turn: Turn<'audiences'>; readonly meeting: MeetingRow },
): Promise<void> {
  if (meeting.state !== 'cancelled') throw refused(meetingMessages.notCancelled);
  refuseClosed(scope, config, meeting);
  // Reminders whose time passed meanwhile count for nothing: everybody hears now that it takes place.
  await changeState(scope, meeting, { state: meeting.finds_date ? 'finding-date' : 'published', asked_at: scope.now });
  // Whoever comes into the audience by this hears of the meeting as such, not that it was restored.
  const noticeId = await noteSchedule(scope, { meeting, kind: 'restored' });
  const mail = meeting.finds_date
    ? { kind: dateAskedMail, subjectId: meeting.id }
    : { kind: meetingRestoredMail, subjectId: noticeId };
  await tell(scope, { meeting, mail, action: 'meeting.restored' });
  await alignInvitees(scope, secrets, { turn, meetingIds: [meeting.id] });
}

async function changeState(
  scope: BoardScope,
  meeting: MeetingRow,
  to: { readonly state: 'cancelled' } | { readonly state: 'published' | 'finding-date'; readonly asked_at: Date },
): Promise<void> {
  await scope.tx
    .updateTable('meetings')
    .set({
      ...to,
      cancelled_at: to.state === 'cancelled' ? scope.now : null,
      sequence: meeting.sequence + 1,
      updated_at: scope.now,
    })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', meeting.id)
    .execute();
}

async function tell(
  scope: BoardScope,
  told: {
    readonly meeting: MeetingRow;
    readonly mail: { readonly kind: string; readonly subjectId: string };
    readonly action: 'meeting.cancelled' | 'meeting.restored';
  },
): Promise<void> {
  const { meeting, mail, action } = told;
  // Nobody needs to be told of what is over.
  const recipients = isToCome(scope, meeting) ? await listRecipients(scope, meeting.id) : [];
  await queueMails(scope, { ...mail, memberIds: recipients });
  await audit(scope, { action, subjectKind: 'meeting', subjectId: meeting.id, detail: { mails: recipients.length } });
  await tellMeetingChanged(scope, meeting);
}
