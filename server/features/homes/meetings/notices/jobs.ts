import { sql } from 'kysely';
import { dateMessages, meetingMessages } from '#domain/messages/meetings.ts';
import type { Context } from '#server/context.ts';
import { type BoardJobScope, type BoardScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { dateReminderMail, meetingReminderMail } from '#server/features/homes/meetings/base/commands.ts';
import type { DatedMeeting, MeetingRow } from '#server/features/homes/meetings/base/queries.ts';
import { listSilentOnDates } from '#server/features/homes/meetings/date-finding/queries.ts';
import { listSilent } from '#server/features/homes/meetings/invitees/queries.ts';
import { addJobs } from '#server/jobs/queue.ts';
import type { JobHandler } from '#server/jobs/worker.ts';

const remindMeeting = 'remind-meeting';
const remindedAtOnceMax = 500;
/** What is due still is found again five minutes later. */
const attemptsMax = 3;
const minuteMs = 60_000;
/** An editor's second press comes too soon within this time. */
const pauseMs = 60 * minuteMs;

/** Sends one reminder to each active invitee who has not replied, or has left a date unanswered; answers their number. The meeting's row must be locked. */
export async function remindSilent(scope: BoardScope, meeting: MeetingRow): Promise<number> {
  if (meeting.state === 'cancelled') throw refused(meetingMessages.cancelled);
  if (meeting.state === 'draft') throw refused(meetingMessages.notPublished);
  const isFinding = meeting.state === 'finding-date';
  if (!isFinding && meeting.starts_at <= scope.now) throw refused(meetingMessages.begun);
  const silent = isFinding ? await listSilentOnDates(scope, meeting.id) : await listSilent(scope, meeting.id);
  if (silent.length === 0) {
    throw refused(isFinding ? dateMessages.everybodyAnswered : meetingMessages.everybodyAnswered);
  }
  if (await wasRemindedSince(scope, meeting, new Date(scope.now.getTime() - pauseMs))) {
    throw refused(meetingMessages.remindedJustNow);
  }
  await scope.tx
    .insertInto('meeting_reminders')
    .values({ ...placeOf(scope, meeting), minutes_before: null, sent_at: scope.now, mails: silent.length })
    .execute();
  const kind = isFinding ? dateReminderMail : meetingReminderMail;
  await queueMails(scope, { kind, subjectId: meeting.id, memberIds: silent });
  const detail = { mails: silent.length };
  await audit(scope, { action: 'meeting.reminded', subjectKind: 'meeting', subjectId: meeting.id, detail });
  return silent.length;
}

async function wasRemindedSince(scope: BoardScope, meeting: DatedMeeting, since: Date): Promise<boolean> {
  const sent = await scope.tx
    .selectFrom('meeting_reminders')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meeting.id)
    .where('starts_at', '=', meeting.starts_at)
    .where('sent_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return sent !== undefined;
}

const placeOf = ({ board }: Pick<BoardScope, 'board'>, meeting: Pick<DatedMeeting, 'id' | 'starts_at'>) => ({
  board_id: board.id,
  meeting_id: meeting.id,
  starts_at: meeting.starts_at,
});

/** Finds the meetings of which a time has come. Each is a job of its own, so that one which fails holds up no other. */
export function sendRemindersJob(context: Context): JobHandler {
  return {
    name: 'send-reminders',
    schedule: '*/5 * * * *',
    async handle() {
      const due = await sql<{ board_id: string; meeting_id: string }>`
        select board_id, meeting_id from gate.due_reminders(${context.clock.now()}, ${remindedAtOnceMax})
      `.execute(context.db);
      const jobs = due.rows.map((row) => ({ payload: row, key: `remind:${row.meeting_id}` }));
      await addJobs(context.db, { name: remindMeeting, attempts: attemptsMax, jobs });
    },
  };
}

/** Reminds at the board's times before a meeting. Each time is used once, whichever server gets there first. */
export function remindMeetingJob(context: Context): JobHandler {
  return {
    name: remindMeeting,
    async handle({ board_id: boardId = '', meeting_id: meetingId = '' }) {
      await withBoardJobScope(context, boardId, (scope) => remindInTime(scope, meetingId));
    },
  };
}

/** Uses up every time that has come; after a pause of the server they are several, and one message is enough. */
async function remindInTime(scope: BoardJobScope, meetingId: string): Promise<void> {
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
  const silent = await listSilent(scope, meeting.id);
  const used = await scope.tx
    .insertInto('meeting_reminders')
    .values(
      times.map((minutes) => ({
        ...placeOf(scope, meeting),
        minutes_before: minutes,
        sent_at: scope.now,
        mails: silent.length,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (used.length === 0) return;
  await queueMails(scope, { kind: meetingReminderMail, subjectId: meeting.id, memberIds: silent });
  const detail = { mails: silent.length, minutes_before: Math.min(...times) };
  await audit(scope, { action: 'meeting.reminded', subjectKind: 'meeting', subjectId: meeting.id, detail });
}
