import type { MailKind } from '#server/features/core/mail/ports.ts';
import { meetingPreviewMail } from '#server/features/homes/meetings/meeting/commands.ts';
import { findMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import { readPreview } from './queries.ts';

export const previewMail: MailKind = {
  kind: meetingPreviewMail,
  choice: 'required',
  async write(scope, context, job) {
    const draft = await findMeeting(scope, job.subjectId);
    if (draft === null) return null;
    const content = await readPreview(scope, context, { draft, memberId: job.memberId, note: job.sealed.note ?? '' });
    return content && { ...content, subject: `Preview: ${content.subject}` };
  },
};
