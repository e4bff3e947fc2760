import type { MailKind } from '#server/features/core/mail/ports.ts';
import { meetingChangedMail, meetingReminderMail } from '#server/features/homes/meetings/meeting/commands.ts';
import { findInvitee, findMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import {
  calendarAttachment,
  changeBlocks,
  changeSummary,
  factsOf,
  meetingMail,
  noteBlocks,
  replyButtons,
  viewBlocks,
} from '#server/features/homes/meetings/messages/present.ts';
import { findMailDetails } from '#server/features/homes/meetings/messages/queries.ts';
import { facts, paragraph } from '#server/integrations/mail/blocks.ts';
import { findNotice, seenChanges } from './queries.ts';

const changed: MailKind = {
  kind: meetingChangedMail,
  choice: 'meeting-changes',
  async write(scope, context, job) {
    const notice = await findNotice(scope, job.subjectId);
    if (!notice) return null;
    const meeting = await findMeeting(scope, notice.meetingId);
    if (meeting?.state !== 'published') return null;
    const details = await findMailDetails(scope, context, { meeting, memberId: job.memberId });
    if (!details) return null;
    const changes = await seenChanges(scope, notice.changes, job.memberId);
    // Send nothing if the reader can see none of the changes, because the editor's note may describe them.
    if (changes.length === 0) return null;
    const attachment = calendarAttachment(scope, context, details);
    return meetingMail(scope, details, {
      what: 'What changed',
      preheader: changeSummary(scope, changes),
      blocks: [
        facts(factsOf(meeting, scope.board.dates)),
        ...noteBlocks(notice.note),
        ...changeBlocks(scope, details, changes),
        ...viewBlocks(details.links),
      ],
      attachments: changes.some((change) => change.kind === 'details') ? [attachment] : [],
    });
  },
};

const reminder: MailKind = {
  kind: meetingReminderMail,
  choice: 'reminders',
  async write(scope, context, job) {
    const meeting = await findMeeting(scope, job.subjectId);
    if (meeting?.state !== 'published' || meeting.starts_at <= scope.now) return null;
    const invitee = await findInvitee(scope, { meetingId: meeting.id, memberId: job.memberId });
    if (invitee?.acceptance !== 'none') return null;
    const details = await findMailDetails(scope, context, { meeting, memberId: job.memberId });
    if (!details) return null;
    return meetingMail(scope, details, {
      what: 'Please reply',
      preheader: `You have not replied yet: ${details.date}, ${details.times}.`,
      blocks: [
        paragraph('You have not replied to this meeting invitation yet.'),
        facts(factsOf(meeting, scope.board.dates)),
        ...replyButtons(meeting, details.links),
        ...viewBlocks(details.links),
      ],
    });
  },
};

export const noticeMailKinds: readonly MailKind[] = [changed, reminder];
