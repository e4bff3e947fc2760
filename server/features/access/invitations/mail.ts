import { type BoardClock, formatHeadingDate } from '#domain/dates.ts';
import { callName, fullName } from '#domain/identity.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { MailKind } from '#server/features/core/mail/ports.ts';
import type { MailText } from '#server/integrations/mail/blocks.ts';
import type { UpcomingMeeting } from './ports.ts';
import { findInvitationToSend, findJoinedMember } from './queries.ts';
import { invitationDays } from './token.ts';

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
    const by = inviter ? `${inviter} has invited you` : 'You are invited';
    return {
      to: { name: fullName(invitation), address: invitation.email },
      subject: `Your invitation to ${scope.board.title}`,
      preheader: `${by} to the board portal of ${scope.board.title}.`,
      heading: `Welcome, ${callName(invitation)}`,
      blocks: [
        {
          kind: 'paragraph',
          text: `${by} to the board portal of ${scope.board.title}. You will find the meetings, papers and replies there.`,
        },
        { kind: 'buttons', label: null, buttons: [{ label: 'Accept the invitation', href: url, tone: 'primary' }] },
        {
          kind: 'note',
          text: `The link is only for you and works for ${invitationDays} days. Please do not pass it on.`,
        },
      ],
      footer: `You get this message because ${scope.board.title} entered your address on an invitation. If you did not expect it, you can ignore it.`,
    };
  },
};

const welcomeMail: MailKind = {
  kind: 'welcome',
  choice: 'required',
  async write(scope, context, job) {
    const member = await findJoinedMember(scope, job.memberId);
    if (!member) return null;
    const base = baseUrlOf(context.config, scope.board.shortname);
    const upcoming = await scope.ports.upcomingMeetings.list(scope, job.memberId);
    return {
      to: { name: fullName(member), address: member.email },
      subject: `You have joined ${scope.board.title}`,
      preheader: upcoming.length === 0 ? 'No meeting is planned yet.' : 'These meetings are coming up.',
      heading: `You have joined ${scope.board.title}`,
      blocks: [
        {
          kind: 'paragraph',
          text:
            upcoming.length === 0
              ? 'No meeting is planned yet. We will tell you as soon as one is planned.'
              : 'These meetings are coming up:',
        },
        ...(upcoming.length === 0
          ? []
          : [
              {
                kind: 'list' as const,
                start: null,
                items: upcoming.map((meeting) => upcomingLine(meeting, { base, board: scope.board })),
              },
            ]),
        {
          kind: 'buttons',
          label: null,
          buttons: [
            {
              label: `Open ${scope.board.title}`,
              href: `${base}/home?board=${scope.board.shortname}`,
              tone: 'primary',
            },
          ],
        },
      ],
      footer: `You get this message because you have joined ${scope.board.title}.`,
    };
  },
};

function upcomingLine(
  meeting: UpcomingMeeting,
  {
    base,
    board,
  }: { readonly base: string; readonly board: { readonly shortname: string; readonly dates: BoardClock } },
): MailText {
  const href = `${base}/meetings/${meeting.id}?board=${board.shortname}`;
  if (!meeting.finds_date) {
    return [{ text: meeting.title, href }, `\n${formatHeadingDate(meeting.starts_at, board.dates)}`];
  }
  return [{ text: meeting.title, href: `${href}#dates` }, '\nNo date yet. Please say which dates suit you'];
}

export const invitationMailKinds: readonly MailKind[] = [invitationMail, welcomeMail];
