import { magicMessages } from '#domain/messages/announcements.ts';
import type { MailKind } from '#server/features/core/mail/ports.ts';
import { meetingLinkMail, meetingPublishedMail } from '#server/features/homes/meetings/meeting/commands.ts';
import { findMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import {
  aboutMeeting,
  factsOf,
  invitationMail,
  replyButtons,
  strong,
  viewBlocks,
} from '#server/features/homes/meetings/messages/present.ts';
import { findMailDetails, readInvitation } from '#server/features/homes/meetings/messages/queries.ts';
import { facts } from '#server/integrations/mail/blocks.ts';

export const publishedMail: MailKind = {
  kind: meetingPublishedMail,
  choice: 'meeting-invitations',
  async write(scope, context, job) {
    const meeting = await findMeeting(scope, job.subjectId);
    if (meeting?.state !== 'published') return null;
    const details = await findMailDetails(scope, context, { meeting, memberId: job.memberId });
    if (!details) return null;
    return invitationMail(scope, context, {
      details,
      content: await readInvitation(scope, { meetingId: meeting.id, memberId: job.memberId }),
    });
  },
};

export const renewedLinkMail: MailKind = {
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
