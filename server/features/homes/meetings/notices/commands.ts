import type { AnnouncedMeeting, MeetingChange } from '#domain/meeting-changes.ts';
import { dateMessages, meetingMessages } from '#domain/messages/meetings.ts';
import { createRow, insertRow } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { listRecipients, listSilent, listSilentOnDates } from '#server/features/homes/meetings/invitees/queries.ts';
import {
  dateReminderMail,
  meetingChangedMail,
  meetingReminderMail,
} from '#server/features/homes/meetings/meeting/commands.ts';
import type { MeetingRow } from '#server/features/homes/meetings/meeting/queries.ts';
import {
  findAnnounced,
  listBriefedToday,
  listChanges,
  type ScheduleKind,
  snapshot,
  wasRemindedSince,
} from './queries.ts';

const minuteMs = 60_000;
/** Minimum time between two manual reminders. */
const pauseMs = 60 * minuteMs;

type Recording = Pick<BoardScope, 'tx' | 'board' | 'now'>;

interface NoticeOf<Kind = 'published' | 'changed' | 'shown' | ScheduleKind> {
  readonly meeting: MeetingRow;
  readonly kind: Kind;
  readonly changes?: readonly MeetingChange[];
  readonly note?: string;
}

export async function recordNotice(
  scope: Recording,
  notice: NoticeOf<'published' | 'changed' | 'shown'>,
): Promise<string> {
  return insertNotice(scope, { ...notice, announced: await snapshot(scope, notice.meeting) });
}

/**
 * Records only the change of schedule, and leaves other changes for a later notice. The caller must have locked the
 * meeting's row.
 */
export async function recordScheduleNotice(scope: Recording, notice: NoticeOf<ScheduleKind>): Promise<string> {
  const announced = (await findAnnounced(scope, notice.meeting.id)) ?? (await snapshot(scope, notice.meeting));
  return insertNotice(scope, { ...notice, announced });
}

const insertNotice = (
  scope: Recording,
  { meeting, kind, announced, changes = [], note = '' }: NoticeOf & { readonly announced: AnnouncedMeeting },
): Promise<string> =>
  createRow(scope, 'meeting_notices', {
    meeting_id: meeting.id,
    kind,
    snapshot: JSON.stringify(announced),
    changes: JSON.stringify(changes),
    note,
    created_at: scope.now,
  });

export async function notifyChanges(
  scope: BoardScope,
  given: { readonly meeting: MeetingRow; readonly note: string },
): Promise<number> {
  const { meeting, note } = given;
  if (meeting.state !== 'published') throw refused(meetingMessages.notPublished);
  const changes = await listChanges(scope, meeting);
  if (changes.length === 0) throw refused(meetingMessages.nothingChanged);
  const noticeId = await recordNotice(scope, { meeting, kind: 'changed', changes, note });
  const recipients = await listRecipients(scope, meeting.id);
  await queueMails(scope, { kind: meetingChangedMail, subjectId: noticeId, memberIds: recipients });
  const detail = { changes: changes.length, mails: recipients.length };
  await audit(scope, 'meeting.changes-sent', { kind: 'meeting', id: meeting.id }, detail);
  return recipients.length;
}

/** The caller must have locked the meeting's row. */
export async function remindSilent(scope: BoardScope, meeting: MeetingRow): Promise<number> {
  if (meeting.state === 'cancelled') throw refused(meetingMessages.cancelled);
  if (meeting.state === 'draft') throw refused(meetingMessages.notPublished);
  const isFinding = meeting.state === 'finding-date';
  if (!isFinding && (meeting.is_adjourned || meeting.starts_at <= scope.now)) throw refused(meetingMessages.begun);
  const silent = isFinding ? await listSilentOnDates(scope, meeting.id) : await listSilent(scope, meeting.id);
  if (silent.length === 0) {
    throw refused(isFinding ? dateMessages.everybodyAnswered : meetingMessages.everybodyAnswered);
  }
  if (await wasRemindedSince(scope, meeting, new Date(scope.now.getTime() - pauseMs))) {
    throw refused(meetingMessages.remindedJustNow);
  }
  const { id: meeting_id, starts_at } = meeting;
  const sent = { minutes_before: null, sent_at: scope.now, mails: silent.length };
  await insertRow(scope, 'meeting_reminders', { meeting_id, starts_at, ...sent });
  const kind = isFinding ? dateReminderMail : meetingReminderMail;
  await queueMails(scope, { kind, subjectId: meeting.id, memberIds: silent });
  const detail = { mails: silent.length };
  await audit(scope, 'meeting.reminded', { kind: 'meeting', id: meeting.id }, detail);
  return silent.length;
}

/** Reminders that became due during an outage are sent as one message. */
export async function remindWhenDue(scope: BoardJobScope, meetingId: string): Promise<void> {
  const meeting = await scope.tx
    .selectFrom('meetings')
    .innerJoin('boards', 'boards.id', 'meetings.board_id')
    .select(['meetings.id', 'meetings.starts_at', 'meetings.asked_at', 'boards.reminder_minutes'])
    .where('meetings.board_id', '=', scope.board.id)
    .where('meetings.id', '=', meetingId)
    .where('meetings.state', '=', 'published')
    .where('meetings.deleted_at', 'is', null)
    .where('meetings.starts_at', '>', scope.now)
    .$narrowType<{ starts_at: Date }>()
    .forNoKeyUpdate('meetings')
    .executeTakeFirst();
  if (!meeting) return;
  const { asked_at: askedAt } = meeting;
  const times = meeting.reminder_minutes.filter((minutes) => {
    const at = new Date(meeting.starts_at.getTime() - minutes * minuteMs);
    return at <= scope.now && askedAt !== null && at > askedAt;
  });
  if (times.length === 0) return;
  const briefed = await listBriefedToday(scope, { meetingId });
  const reminded = (await listSilent(scope, meeting.id)).filter((id) => !briefed.has(id));
  const used = await scope.tx
    .insertInto('meeting_reminders')
    .values(
      times.map((minutes) => ({
        board_id: scope.board.id,
        meeting_id: meeting.id,
        starts_at: meeting.starts_at,
        minutes_before: minutes,
        sent_at: scope.now,
        mails: reminded.length,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (used.length === 0) return;
  await queueMails(scope, { kind: meetingReminderMail, subjectId: meeting.id, memberIds: reminded });
  const detail = { mails: reminded.length, minutes_before: Math.min(...times) };
  await audit(scope, 'meeting.reminded', { kind: 'meeting', id: meeting.id }, detail);
}
