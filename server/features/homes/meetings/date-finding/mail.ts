import type { Context } from '#server/context.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import type { MailJob, MailKind } from '#server/features/core/mail/ports.ts';
import { dateAskedMail, dateChosenMail, dateReminderMail } from '#server/features/homes/meetings/meeting/commands.ts';
import { type DatedMeeting, findMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import {
  aboutMeeting,
  calendarAttachment,
  invitationBlocks,
  linksNote,
  strong,
} from '#server/features/homes/meetings/messages/present.ts';
import { findMailDetails, type MailDetails, readInvitation } from '#server/features/homes/meetings/messages/queries.ts';
import { paragraph } from '#server/integrations/mail/blocks.ts';
import { dateBlocks, datesAskedMail } from './present.ts';
import { listDateAnswers, listDateOptions } from './queries.ts';

async function findDetails(
  scope: BoardJobScope,
  context: Context,
  job: MailJob & { readonly state: DatedMeeting['state'] },
): Promise<MailDetails | null> {
  const meeting = await findMeeting(scope, job.subjectId);
  if (!meeting || meeting.state === 'draft' || meeting.state !== job.state) return null;
  return findMailDetails(scope, context, { meeting, memberId: job.memberId });
}

const asked: MailKind = {
  kind: dateAskedMail,
  choice: 'meeting-invitations',
  async write(scope, context, job) {
    const details = await findDetails(scope, context, { ...job, state: 'finding-date' });
    if (!details) return null;
    const options = await listDateOptions(scope, details.meeting.id);
    return datesAskedMail(scope, {
      details,
      options,
      content: await readInvitation(scope, { meetingId: details.meeting.id, memberId: job.memberId }),
    });
  },
};

const reminder: MailKind = {
  kind: dateReminderMail,
  choice: 'reminders',
  async write(scope, context, job) {
    const details = await findDetails(scope, context, { ...job, state: 'finding-date' });
    if (!details) return null;
    const options = await listDateOptions(scope, details.meeting.id);
    const own = (await listDateAnswers(scope, details.meeting.id)).filter((each) => each.member_id === job.memberId);
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

const chosen: MailKind = {
  kind: dateChosenMail,
  choice: 'meeting-invitations',
  async write(scope, context, job) {
    const details = await findDetails(scope, context, { ...job, state: 'published' });
    if (!details) return null;
    const { meeting, date, times } = details;
    return {
      ...aboutMeeting(scope, details),
      subject: `Date found: ${meeting.title}, ${date}`,
      preheader: `${date}, ${times}. Please reply.`,
      blocks: [
        strong('A date has been picked. Please reply, even if you have already said which dates suit you.'),
        ...invitationBlocks(
          scope,
          details,
          await readInvitation(scope, { meetingId: meeting.id, memberId: job.memberId }),
        ),
      ],
      attachments: [calendarAttachment(scope, context, details)],
    };
  },
};

export const dateMailKinds: readonly MailKind[] = [asked, reminder, chosen];
