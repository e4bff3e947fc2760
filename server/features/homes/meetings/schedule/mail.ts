import type { BoardJobScope } from '#server/db/board-scope.ts';
import type { MailContent, MailKind } from '#server/features/core/mail/ports.ts';
import {
  meetingCancelledMail,
  meetingRescheduledMail,
  meetingRestoredMail,
} from '#server/features/homes/meetings/meeting/commands.ts';
import {
  findInvitee,
  findMeetingEvenDeleted,
  listAgendaItems,
} from '#server/features/homes/meetings/meeting/queries.ts';
import {
  calendarAttachment,
  changeBlocks,
  contentBlocks,
  factsOf,
  meetingMail,
  noteBlocks,
  replyButtons,
  strong,
  viewBlocks,
} from '#server/features/homes/meetings/messages/present.ts';
import {
  findDetailsInState,
  findMailDetails,
  type MailDetails,
} from '#server/features/homes/meetings/messages/queries.ts';
import { findNotice, isLatestNotice, seenChanges } from '#server/features/homes/meetings/notices/queries.ts';
import { memberView } from '#server/features/members/audience/visibility.ts';
import { facts, type MailBlock } from '#server/integrations/mail/blocks.ts';

const rescheduled: MailKind = {
  kind: meetingRescheduledMail,
  choice: 'meeting-changes',
  async write(scope, context, job) {
    const { memberId } = job;
    const notice = await findNotice(scope, job.subjectId);
    // Send nothing if the meeting was moved again or cancelled, because a later message reports that.
    if (!notice || !(await isLatestNotice(scope, notice, ['rescheduled']))) return null;
    const { meeting_id: meetingId } = notice;
    const details = await findDetailsInState(scope, context, { meetingId, memberId, state: 'published' });
    if (!details) return null;
    const { meeting } = details;
    const own = await findInvitee(scope, { meetingId, memberId });
    const ofReply = replyWords({
      hasReplied: own !== null && own.acceptance !== 'none',
      asksAnew: +notice.created_at === +(meeting.asked_at ?? 0),
    });
    return meetingMail(scope, details, {
      what: 'Rescheduled',
      preheader: `Now on ${details.date}, ${details.times}. ${ofReply.inShort}`,
      blocks: [
        strong(`This meeting has been rescheduled. ${ofReply.inFull}`),
        ...noteBlocks(notice.note),
        facts(factsOf(meeting, scope.board.dates)),
        ...changeBlocks(scope, details, await seenChanges(scope, notice.changes, memberId)),
        ...replyButtons(meeting, details.links),
        ...contentBlocks(scope, meeting, await listAgendaItems(scope, meetingId, memberView(scope, memberId))),
        ...viewBlocks(details.links),
      ],
      attachments: [calendarAttachment(scope, context, details)],
    });
  },
};

function replyWords({ hasReplied, asksAnew }: { readonly hasReplied: boolean; readonly asksAnew: boolean }) {
  if (hasReplied) return { inShort: 'Your reply still counts.', inFull: 'Your earlier reply still counts.' };
  if (!asksAnew) return { inShort: 'You can still reply.', inFull: 'You can still reply.' };
  return { inShort: 'Please reply again.', inFull: 'Earlier replies no longer count. Please reply again.' };
}

const cancelled: MailKind = {
  kind: meetingCancelledMail,
  choice: 'meeting-changes',
  async write(scope, context, job) {
    const notice = await findNotice(scope, job.subjectId);
    if (!notice || !(await isLatestNotice(scope, notice))) return null;
    const meeting = await findMeetingEvenDeleted(scope, notice.meeting_id);
    if (meeting?.state !== 'cancelled') return null;
    const details = await findMailDetails(scope, context, { meeting, memberId: job.memberId });
    if (!details) return null;
    const views = meeting.deleted_at === null ? viewBlocks(details.links) : [];
    const note = noteBlocks(notice.note);
    if (meeting.finds_date) return searchCancelled(scope, details, [...note, ...views]);
    return meetingMail(scope, details, {
      what: 'Cancelled',
      preheader: `This meeting will not take place: ${details.date}, ${details.times}.`,
      blocks: [
        strong('This meeting is cancelled and will not take place.'),
        ...note,
        facts(factsOf(meeting, scope.board.dates).filter((row) => row.label !== 'Join')),
        ...views,
      ],
      attachments: [calendarAttachment(scope, context, details)],
    });
  },
};

function searchCancelled(scope: BoardJobScope, details: MailDetails, rest: readonly MailBlock[]): MailContent {
  const text = 'This meeting is cancelled, and the search for a date has ended.';
  return {
    ...meetingMail(scope, details, {
      what: 'Cancelled',
      preheader: text,
      blocks: [strong(text), ...rest],
    }),
    subject: `Cancelled: ${details.meeting.title}`,
  };
}

const restored: MailKind = {
  kind: meetingRestoredMail,
  choice: 'meeting-changes',
  async write(scope, context, job) {
    const notice = await findNotice(scope, job.subjectId);
    // Send nothing if the meeting has since been moved or cancelled, because a later message reports that.
    if (!notice || !(await isLatestNotice(scope, notice))) return null;
    const of = { meetingId: notice.meeting_id, memberId: job.memberId, state: 'published' } as const;
    const details = await findDetailsInState(scope, context, of);
    if (!details) return null;
    const { meeting } = details;
    return meetingMail(scope, details, {
      what: 'No longer cancelled',
      preheader: `No longer cancelled: ${details.date}, ${details.times}.`,
      blocks: [
        strong('This meeting is no longer cancelled: it will take place as planned. Your earlier reply still counts.'),
        facts(factsOf(meeting, scope.board.dates)),
        ...replyButtons(meeting, details.links),
        ...viewBlocks(details.links),
      ],
      attachments: [calendarAttachment(scope, context, details)],
    });
  },
};

export const scheduleMailKinds: readonly MailKind[] = [rescheduled, cancelled, restored];
