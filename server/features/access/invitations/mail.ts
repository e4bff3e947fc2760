import { formatHeadingDate } from '#domain/dates.ts';
import { callName, fullName } from '#domain/identity.ts';
import type { ScopeBoard } from '#server/db/board-scope.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { MailKind } from '#server/features/core/mail/ports.ts';
import { selectRecipient } from '#server/features/members/people/queries.ts';
import { type MailText, note, openButton, paragraph } from '#server/integrations/mail/blocks.ts';
import { invitationDays } from './commands.ts';
import type { UpcomingMeeting } from './ports.ts';
import { findInvitationToSend } from './queries.ts';

const invitationMail: MailKind = {
  kind: 'invitation',
  choice: 'required',
  async write(scope, context, job) {
    const { token } = job.sealed;
    if (!token) return null;
    const invitation = await findInvitationToSend(scope, { id: job.subjectId, token });
    if (!invitation) return null;
    const { inviter } = invitation;
    const url = `${baseUrlOf(context.config, scope.board.shortname)}/inv/${token}`;
    const by = inviter ? `${inviter} has invited you` : 'You have been invited';
    return {
      to: { name: fullName(invitation), address: invitation.email },
      subject: `Your invitation to ${scope.board.title}`,
      preheader: `${by} to the board portal of ${scope.board.title}.`,
      heading: `Welcome, ${callName(invitation)}`,
      blocks: [
        paragraph(
          `${by} to the board portal of ${scope.board.title}. There you can find meetings and papers and reply to meeting invitations.`,
        ),
        openButton('Accept the invitation', url),
        note(`This link is only for you and works for ${invitationDays} days. Please do not share it.`),
      ],
      footer: `You are receiving this message because ${scope.board.title} sent an invitation to this address. If you did not expect it, you can ignore it.`,
    };
  },
};

const welcomeMail: MailKind = {
  kind: 'welcome',
  choice: 'required',
  async write(scope, context, job) {
    const member = await selectRecipient(scope, job.memberId).executeTakeFirst();
    if (!member) return null;
    const base = baseUrlOf(context.config, scope.board.shortname);
    const upcoming = await scope.ports.upcomingMeetings.list(scope, job.memberId);
    const items = upcoming.map((meeting) => upcomingLine(meeting, { base, board: scope.board }));
    return {
      to: { name: fullName(member), address: member.email },
      subject: `You have joined ${scope.board.title}`,
      preheader: upcoming.length === 0 ? 'No meetings are planned yet.' : 'These meetings are coming up.',
      heading: `You have joined ${scope.board.title}`,
      blocks: [
        ...(upcoming.length === 0
          ? [paragraph('No meetings are planned yet. You will be notified as soon as one is.')]
          : [paragraph('These meetings are coming up:'), { kind: 'list', start: null, items } as const]),
        openButton(`Open ${scope.board.title}`, `${base}/home?board=${scope.board.shortname}`),
      ],
      footer: `You are receiving this message because you have joined ${scope.board.title}.`,
    };
  },
};

function upcomingLine(
  meeting: UpcomingMeeting,
  { base, board }: { readonly base: string; readonly board: Pick<ScopeBoard, 'shortname' | 'dates'> },
): MailText {
  const href = `${base}/meetings/${meeting.id}?board=${board.shortname}`;
  if (!meeting.finds_date) {
    return [{ text: meeting.title, href }, `\n${formatHeadingDate(meeting.starts_at, board.dates)}`];
  }
  return [{ text: meeting.title, href: `${href}#dates` }, '\nNo date yet. Please say which dates suit you.'];
}

export const invitationMailKinds: readonly MailKind[] = [invitationMail, welcomeMail];
