import { formatHeadingDate } from '#domain/dates.ts';
import { fullName } from '#domain/identity.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { MailKind } from '#server/features/core/mail/ports.ts';
import { draftNewsMail, draftShownMail } from '#server/features/homes/meetings/meeting/commands.ts';
import { findDraftMail } from './queries.ts';

/** The messages contain nothing of the agenda, because it changes and parts of it may be withheld later. */
const letters = [
  {
    kind: draftShownMail,
    subject: (title: string) => `Draft to read: ${title}`,
    text: 'You can read the draft of this meeting and comment on its items before everybody is invited.',
  },
  {
    kind: draftNewsMail,
    subject: (title: string) => `News in the draft: ${title}`,
    text: 'The draft of this meeting has changed, or has new comments or answers.',
  },
] as const;

export const draftMailKinds: readonly MailKind[] = letters.map(({ kind, subject, text }) => ({
  kind,
  choice: 'meeting-changes',
  async write(scope, context, job) {
    const found = await findDraftMail(scope, { memberId: job.memberId, meetingId: job.subjectId });
    if (found === null) return null;
    const { shortname, title: board, dates } = scope.board;
    const start = found.starts_at;
    const href = `${baseUrlOf(context.config, shortname)}/meetings/${job.subjectId}?board=${shortname}`;
    return {
      to: { name: fullName(found), address: found.email },
      subject: `${subject(found.title)}, ${board}`,
      preheader: text,
      heading: subject(found.title),
      blocks: [
        { kind: 'paragraph', text },
        ...(start === null
          ? []
          : [{ kind: 'facts', rows: [{ label: 'Planned for', value: formatHeadingDate(start, dates) }] } as const]),
        { kind: 'buttons', label: null, buttons: [{ label: 'Read the draft', href, tone: 'primary' }] },
      ],
      footer: `You get this message because an editor of ${board} shows you this draft.`,
    };
  },
}));
