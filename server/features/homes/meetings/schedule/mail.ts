import type { BoardJobScope } from '#server/db/board-scope.ts';
import type { MailContent, MailKind } from '#server/features/core/mail/ports.ts';
import {
  meetingCancelledMail,
  meetingRescheduledMail,
  meetingRestoredMail,
} from '#server/features/homes/meetings/base/commands.ts';
import { findInvitee, findMeeting, findMeetingEvenDeleted } from '#server/features/homes/meetings/base/queries.ts';
import { calendarAttachment, contentBlocks, factsOf } from '#server/features/homes/meetings/invitees/mail.ts';
import {
  changeBlocks,
  findMailDetails,
  type MailDetails,
  meetingMail,
  strong,
} from '#server/features/homes/meetings/messages/present.ts';
import { replyButtons, viewBlocks } from '#server/features/homes/meetings/messages/queries.ts';
import { findNotice, isLatestNotice } from '#server/features/homes/meetings/notices/commands.ts';
import type { MailBlock } from '#server/integrations/mail/blocks.ts';

const rescheduled: MailKind = {
  kind: meetingRescheduledMail,
  choice: 'meeting-changes',
  async write(scope, context, job) {
    const notice = await findNotice(scope, job.subjectId);
    if (!notice) return null;
    const meeting = await findMeeting(scope, notice.meetingId);
    // One that was moved again, or called off, is told of by the later message.
    if (meeting?.state !== 'published' || !(await isLatestNotice(scope, notice, ['rescheduled']))) return null;
    const opened = await findMailDetails(scope, context, { meeting, memberId: job.memberId });
    if (!opened) return null;
    // Where only the end moved, replies stay.
    const own = await findInvitee(scope, { meetingId: meeting.id, memberId: job.memberId });
    const stillCounts = own !== null && own.acceptance !== 'none';
    return meetingMail(scope, opened, {
      what: 'Rescheduled',
      preheader: `Now on ${opened.date}, ${opened.times}. ${stillCounts ? 'Your reply still counts.' : 'Please reply again.'}`,
      blocks: [
        strong(
          stillCounts
            ? 'This meeting has been rescheduled. Your earlier reply still counts.'
            : 'This meeting has been rescheduled. Earlier replies no longer count: please reply again.',
        ),
        { kind: 'facts', rows: factsOf(meeting, scope.board.timeZone) },
        ...changeBlocks(scope, notice.changes),
        ...replyButtons(meeting, opened.links),
        ...(await contentBlocks(scope, meeting)),
        ...viewBlocks(opened.links),
      ],
      attachments: [calendarAttachment(scope, context, opened)],
    });
  },
};

const cancelled: MailKind = {
  kind: meetingCancelledMail,
  choice: 'meeting-changes',
  async write(scope, context, job) {
    const notice = await findNotice(scope, job.subjectId);
    if (!notice || !(await isLatestNotice(scope, notice))) return null;
    const meeting = await findMeetingEvenDeleted(scope, notice.meetingId);
    if (meeting?.state !== 'cancelled') return null;
    const opened = await findMailDetails(scope, context, { meeting, memberId: job.memberId });
    if (!opened) return null;
    const views = meeting.deleted_at === null ? viewBlocks(opened.links) : [];
    if (meeting.finds_date) return searchCancelled(scope, opened, views);
    return meetingMail(scope, opened, {
      what: 'Cancelled',
      preheader: `This meeting does not take place: ${opened.date}, ${opened.times}.`,
      blocks: [
        strong('This meeting is cancelled and does not take place.'),
        { kind: 'facts', rows: factsOf(meeting, scope.board.timeZone).filter((row) => row.label !== 'Join') },
        ...views,
      ],
      attachments: [calendarAttachment(scope, context, opened)],
    });
  },
};

/** It had no date yet, and so stands in no calendar. */
function searchCancelled(scope: BoardJobScope, opened: MailDetails, views: readonly MailBlock[]): MailContent {
  const said = 'This meeting is cancelled: no date is looked for any more.';
  return {
    ...meetingMail(scope, opened, {
      what: 'Cancelled',
      preheader: said,
      blocks: [strong(said), ...views],
    }),
    subject: `Cancelled: ${opened.meeting.title}`,
  };
}

const restored: MailKind = {
  kind: meetingRestoredMail,
  choice: 'meeting-changes',
  async write(scope, context, job) {
    const notice = await findNotice(scope, job.subjectId);
    // One that was called off again, or moved, is told of by the later message.
    if (!notice || !(await isLatestNotice(scope, notice))) return null;
    const meeting = await findMeeting(scope, notice.meetingId);
    if (meeting?.state !== 'published') return null;
    const opened = await findMailDetails(scope, context, { meeting, memberId: job.memberId });
    if (!opened) return null;
    return meetingMail(scope, opened, {
      what: 'Takes place after all',
      preheader: `No longer cancelled: ${opened.date}, ${opened.times}.`,
      blocks: [
        strong('This meeting is no longer cancelled: it takes place as planned. Your earlier reply still counts.'),
        { kind: 'facts', rows: factsOf(meeting, scope.board.timeZone) },
        ...replyButtons(meeting, opened.links),
        ...viewBlocks(opened.links),
      ],
      attachments: [calendarAttachment(scope, context, opened)],
    });
  },
};

export const scheduleMailKinds: readonly MailKind[] = [rescheduled, cancelled, restored];
