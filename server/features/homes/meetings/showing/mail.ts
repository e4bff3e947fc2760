import { fullName } from '#domain/identity.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { MailKind } from '#server/features/core/mail/ports.ts';
import { draftNewsMail, draftShownMail } from '#server/features/homes/meetings/meeting/commands.ts';
import { findMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import { openButton, paragraph } from '#server/integrations/mail/blocks.ts';
import { listShownTo } from './queries.ts';

/** These messages contain no agenda, because parts of it may be withheld later. */
const letters = [
  {
    kind: draftShownMail,
    subject: (title: string) => `Draft to read: ${title}`,
    text: 'You can read the draft of this meeting and comment on its items before invitations are sent.',
  },
  {
    kind: draftNewsMail,
    subject: (title: string) => `Draft updated: ${title}`,
    text: 'The draft of this meeting has changed, or there are new comments or answers.',
  },
] as const;

export const draftMailKinds: readonly MailKind[] = letters.map(({ kind, subject, text }) => ({
  kind,
  choice: 'meeting-changes',
  async write(scope, context, job) {
    const { shortname, title: board } = scope.board;
    const meeting = await findMeeting(scope, job.subjectId);
    const reader = (await listShownTo(scope, job.subjectId)).find(({ id }) => id === job.memberId);
    if (meeting === null || reader === undefined || reader.email === null) return null;
    const href = `${baseUrlOf(context.config, shortname)}/meetings/${job.subjectId}?board=${shortname}`;
    return {
      to: { name: fullName(reader), address: reader.email },
      subject: `${subject(meeting.title)}, ${board}`,
      preheader: text,
      heading: subject(meeting.title),
      blocks: [paragraph(text), openButton('Read the draft', href)],
      footer: `You are receiving this message because an editor of ${board} has shared this draft with you.`,
    };
  },
}));
