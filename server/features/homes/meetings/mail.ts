import { magicMessages } from '#domain/messages/announcements.ts';
import type { MailKind } from '#server/features/core/mail/ports.ts';
import { facts, paragraph } from '#server/integrations/mail/blocks.ts';
import { dateBlocks, datesAskedMail } from './date-finding/present.ts';
import { listDateAnswers, listDateOptions } from './date-finding/queries.ts';
import { readPreview } from './lifecycle/queries.ts';
import {
  dateAskedMail,
  dateChosenMail,
  dateReminderMail,
  meetingChangedMail,
  meetingLinkMail,
  meetingPreviewMail,
  meetingPublishedMail,
  meetingReminderMail,
} from './meeting/commands.ts';
import { findInvitee, findMeeting } from './meeting/queries.ts';
import {
  aboutMeeting,
  calendarAttachment,
  changeBlocks,
  changeSummary,
  factsOf,
  invitationBlocks,
  invitationMail,
  linksNote,
  meetingMail,
  noteBlocks,
  replyButtons,
  strong,
  viewBlocks,
} from './messages/present.ts';
import { findDetailsInState, findMailDetails, readInvitation } from './messages/queries.ts';
import { findNotice, seenChanges } from './notices/queries.ts';

const published: MailKind = {
  kind: meetingPublishedMail,
  choice: 'meeting-invitations',
  async write(scope, context, { subjectId: meetingId, memberId }) {
    const details = await findDetailsInState(scope, context, { meetingId, memberId, state: 'published' });
    if (!details) return null;
    return invitationMail(scope, context, { details, content: await readInvitation(scope, { meetingId, memberId }) });
  },
};

const preview: MailKind = {
  kind: meetingPreviewMail,
  choice: 'required',
  async write(scope, context, job) {
    const draft = await findMeeting(scope, job.subjectId);
    if (draft === null) return null;
    const content = await readPreview(scope, context, { draft, memberId: job.memberId, note: job.sealed.note ?? '' });
    return content && { ...content, subject: `Preview: ${content.subject}` };
  },
};

const renewedLink: MailKind = {
  kind: meetingLinkMail,
  choice: 'required',
  async write(scope, context, job) {
    const meeting = await findMeeting(scope, job.subjectId);
    if (meeting === null || meeting.state === 'draft') return null;
    const details = await findMailDetails(scope, context, { meeting, memberId: job.memberId });
    // Send nothing if the link has since been revoked or the board has turned links off.
    if (!details || details.links.uid === null) return null;
    const { links } = details;
    return {
      ...aboutMeeting(scope, details),
      subject: `New link: ${meeting.title}`,
      preheader: magicMessages.renewed,
      blocks: [
        strong(magicMessages.renewed),
        ...(meeting.finds_date ? [] : [facts(factsOf(meeting, scope.board.dates))]),
        ...(meeting.state === 'published' ? replyButtons(meeting, links) : []),
        ...viewBlocks(links),
      ],
    };
  },
};

const changed: MailKind = {
  kind: meetingChangedMail,
  choice: 'meeting-changes',
  async write(scope, context, { subjectId, memberId }) {
    const notice = await findNotice(scope, subjectId);
    if (!notice) return null;
    const { meeting_id: meetingId } = notice;
    const details = await findDetailsInState(scope, context, { meetingId, memberId, state: 'published' });
    if (!details) return null;
    const changes = await seenChanges(scope, notice.changes, memberId);
    // Send nothing if the reader can see none of the changes, because the editor's note may describe them.
    if (changes.length === 0) return null;
    const attachment = calendarAttachment(scope, context, details);
    return meetingMail(scope, details, {
      what: 'What changed',
      preheader: changeSummary(scope, changes),
      blocks: [
        facts(factsOf(details.meeting, scope.board.dates)),
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
  async write(scope, context, { subjectId: meetingId, memberId }) {
    const details = await findDetailsInState(scope, context, { meetingId, memberId, state: 'published' });
    if (!details || details.meeting.starts_at <= scope.now) return null;
    const { meeting, links } = details;
    const invitee = await findInvitee(scope, { meetingId, memberId });
    if (invitee?.acceptance !== 'none') return null;
    return meetingMail(scope, details, {
      what: 'Please reply',
      preheader: `You have not replied yet: ${details.date}, ${details.times}.`,
      blocks: [
        paragraph('You have not replied to this meeting invitation yet.'),
        facts(factsOf(meeting, scope.board.dates)),
        ...replyButtons(meeting, links),
        ...viewBlocks(links),
      ],
    });
  },
};

const dateAsked: MailKind = {
  kind: dateAskedMail,
  choice: 'meeting-invitations',
  async write(scope, context, { subjectId: meetingId, memberId }) {
    const details = await findDetailsInState(scope, context, { meetingId, memberId, state: 'finding-date' });
    if (!details) return null;
    const options = await listDateOptions(scope, meetingId);
    return datesAskedMail(scope, { details, options, content: await readInvitation(scope, { meetingId, memberId }) });
  },
};

const dateReminder: MailKind = {
  kind: dateReminderMail,
  choice: 'reminders',
  async write(scope, context, { subjectId: meetingId, memberId }) {
    const details = await findDetailsInState(scope, context, { meetingId, memberId, state: 'finding-date' });
    if (!details) return null;
    const options = await listDateOptions(scope, meetingId);
    const own = (await listDateAnswers(scope, meetingId)).filter((each) => each.member_id === memberId);
    if (own.length >= options.length) return null;
    return {
      ...aboutMeeting(scope, details),
      subject: `Please say which dates suit you: ${details.meeting.title}`,
      preheader: 'You have not replied to all the proposed dates yet.',
      blocks: [
        paragraph('You have not replied to all the proposed dates for this meeting yet.'),
        ...dateBlocks(scope, details, options),
        linksNote(details.links),
      ],
    };
  },
};

const dateChosen: MailKind = {
  kind: dateChosenMail,
  choice: 'meeting-invitations',
  async write(scope, context, { subjectId: meetingId, memberId }) {
    const details = await findDetailsInState(scope, context, { meetingId, memberId, state: 'published' });
    if (!details) return null;
    const { meeting, date, times } = details;
    return {
      ...aboutMeeting(scope, details),
      subject: `Date found: ${meeting.title}, ${date}`,
      preheader: `${date}, ${times}. Please reply.`,
      blocks: [
        strong('A date has been picked. Please reply, even if you have already said which dates suit you.'),
        ...invitationBlocks(scope, details, await readInvitation(scope, { meetingId, memberId })),
      ],
      attachments: [calendarAttachment(scope, context, details)],
    };
  },
};

export const meetingMailKinds: readonly MailKind[] = [
  published,
  preview,
  renewedLink,
  changed,
  reminder,
  dateAsked,
  dateReminder,
  dateChosen,
];
