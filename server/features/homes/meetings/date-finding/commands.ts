import { sql } from 'kysely';
import type { DateAnswer, OfferedTime } from '#domain/date-finding.ts';
import { dateMessages, meetingMessages } from '#domain/messages/meetings.ts';
import type { BoardLock } from '#server/db/board-lock.ts';
import { deleteRows, insertRows, updateRow } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { alignInvitees } from '#server/features/homes/meetings/invitees/commands.ts';
import { listRecipients } from '#server/features/homes/meetings/invitees/queries.ts';
import { dateChosenMail, publishMeetingChanged } from '#server/features/homes/meetings/meeting/commands.ts';
import { findInvitee, loadMeeting, type MeetingRow } from '#server/features/homes/meetings/meeting/queries.ts';
import { recordNotice } from '#server/features/homes/meetings/notices/commands.ts';
import type { Secrets } from '#server/secrets.ts';
import { keyOf, listDateOptions } from './queries.ts';

interface GivenDateAnswer {
  readonly option_id: string;
  readonly answer: DateAnswer | null;
}

/** The caller must save the earliest start and the latest end as the meeting's times, or the commit fails. */
export async function offerDates(scope: BoardScope, meetingId: string, wanted: readonly OfferedTime[]): Promise<void> {
  const known = await listDateOptions(scope, meetingId);
  const wantedKeys = new Set(wanted.map(({ start, end }) => keyOf(start, end)));
  const knownKeys = new Set(known.map((option) => keyOf(option.starts_at, option.ends_at)));
  const removed = known.filter((option) => !wantedKeys.has(keyOf(option.starts_at, option.ends_at)));
  const added = wanted.filter(({ start, end }) => !knownKeys.has(keyOf(start, end)));
  if (removed.length > 0) {
    const ids = removed.map((option) => option.id);
    await deleteRows(scope, 'date_options', { meeting_id: meetingId }).where('id', 'in', ids).execute();
  }
  const rows = added.map(({ start, end }) => ({
    meeting_id: meetingId,
    starts_at: start,
    ends_at: end,
    created_at: scope.now,
  }));
  await insertRows(scope, 'date_options', rows);
}

/** The caller must have locked the meeting's row, so that no date is picked at the same time. */
export async function writeDateAnswers(
  scope: BoardScope,
  given: { readonly meeting: MeetingRow; readonly memberId: string; readonly answers: readonly GivenDateAnswer[] },
): Promise<void> {
  const { meeting, memberId } = given;
  const { tx, board } = scope;
  refuseUnlessFinding(meeting);
  if (!(await findInvitee(scope, { meetingId: meeting.id, memberId }))) throw refused(meetingMessages.notInvited);
  const offered = new Set((await listDateOptions(scope, meeting.id)).map((option) => option.id));
  if (given.answers.some(({ option_id: optionId }) => !offered.has(optionId))) throw refused(dateMessages.optionGone);
  const answers = [...new Map(given.answers.map((each) => [each.option_id, each.answer])).entries()];
  const withdrawn = answers.filter(([, answer]) => answer === null).map(([optionId]) => optionId);
  const written = answers.filter(([, answer]) => answer !== null);
  if (withdrawn.length > 0) {
    await deleteRows(scope, 'date_answers', { member_id: memberId }).where('option_id', 'in', withdrawn).execute();
  }
  if (written.length > 0) {
    await sql`
      insert into date_answers (board_id, meeting_id, option_id, member_id, answer)
      select ${board.id}::uuid, ${meeting.id}::uuid, option_id, ${memberId}::uuid, answer
      from unnest(${written.map(([optionId]) => optionId)}::uuid[], ${written.map(([, answer]) => answer)}::text[])
        as given (option_id, answer)
      order by option_id
      on conflict (board_id, option_id, member_id) do update set answer = excluded.answer
    `.execute(tx);
  }
  await audit(
    scope,
    'meeting.dates-answered',
    { kind: 'meeting', id: meeting.id },
    { answers: answers.length, ...(memberId === scope.member.id ? {} : { for_member_id: memberId }) },
  );
  await publishMeetingChanged(scope, meeting);
}

/**
 * A "yes" to the picked date does not count as a reply to the meeting. The caller must have locked the meeting's row.
 */
export async function pickDate(
  scope: BoardScope,
  secrets: Secrets,
  given: { readonly lock: BoardLock<'audiences'>; readonly meeting: MeetingRow; readonly optionId: string },
): Promise<void> {
  const { lock, meeting } = given;
  const { now } = scope;
  refuseUnlessFinding(meeting);
  const option = (await listDateOptions(scope, meeting.id)).find(({ id }) => id === given.optionId);
  if (!option) throw notFound();
  if (option.starts_at <= now) throw refused(dateMessages.optionPast);
  await updateRow(scope, 'meetings', meeting.id, {
    state: 'published',
    finds_date: false,
    starts_at: option.starts_at,
    ends_at: option.ends_at,
    sequence: meeting.sequence + 1,
    published_at: now,
    asked_at: now,
    updated_at: now,
  });
  const scheduled = await loadMeeting(scope, meeting.id);
  await recordNotice(scope, { meeting: scheduled, kind: 'published' });
  await alignInvitees(scope, secrets, { lock, meetingIds: [meeting.id], quiet: true });
  const recipients = await listRecipients(scope, meeting.id);
  await queueMails(scope, { kind: dateChosenMail, subjectId: meeting.id, memberIds: recipients });
  await audit(
    scope,
    'meeting.date-picked',
    { kind: 'meeting', id: meeting.id },
    { option_id: option.id, start: option.starts_at.toISOString(), mails: recipients.length },
  );
  await publishMeetingChanged(scope, scheduled);
}

function refuseUnlessFinding(meeting: Pick<MeetingRow, 'state'>): void {
  if (meeting.state === 'cancelled') throw refused(meetingMessages.cancelled);
  if (meeting.state === 'draft') throw refused(meetingMessages.notPublished);
  if (meeting.state === 'published') throw refused(dateMessages.chosen);
}
