import { sql } from 'kysely';
import { formatHeadingDate } from '#domain/dates.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { MailKind } from '#server/features/core/mail/ports.ts';
import type { MailText } from '#server/integrations/mail/blocks.ts';
import { hashToken } from '#server/secrets.ts';
import { invitationDays } from './commands.ts';
import type { UpcomingMeeting } from './ports.ts';

/** The only message to a pending member. */
const invitationMail: MailKind = {
  kind: 'invitation',
  choice: 'required',
  async write(scope, context, job) {
    const { token } = job.sealed;
    if (!token) return null;
    const invitation = await scope.tx
      .selectFrom('invitations')
      .select(['email', 'first_name', 'last_name', 'invited_by'])
      .where('board_id', '=', scope.board.id)
      .where('id', '=', job.subjectId)
      // Sent again before this message went out: its link opens nothing any more.
      .where('token_hash', '=', hashToken(token))
      .where('redeemed_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', scope.now)
      .executeTakeFirst();
    if (!invitation) return null;
    const inviter = invitation.invited_by ? await nameOf(scope, invitation.invited_by) : null;
    const url = `${baseUrlOf(context.config, scope.board.shortname)}/inv/${token}`;
    const by = inviter ? `${inviter} has invited you` : 'You are invited';
    return {
      to: { name: `${invitation.first_name} ${invitation.last_name}`, address: invitation.email },
      subject: `Your invitation to ${scope.board.title}`,
      preheader: `${by} to the board portal of ${scope.board.title}.`,
      heading: `Welcome, ${invitation.first_name}`,
      blocks: [
        {
          kind: 'paragraph',
          text: `${by} to the board portal of ${scope.board.title}. Meetings, papers and answers are there.`,
        },
        { kind: 'buttons', label: null, buttons: [{ label: 'Accept the invitation', href: url, tone: 'primary' }] },
        {
          kind: 'note',
          text: `The link is yours alone and works for ${invitationDays} days. Please do not pass it on.`,
        },
      ],
      footer: `You get this message because ${scope.board.title} wrote your address on an invitation. If you do not expect it, leave it be.`,
    };
  },
};

const welcomeMail: MailKind = {
  kind: 'welcome',
  choice: 'required',
  async write(scope, context, job) {
    const member = await scope.tx
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .select(['users.email', 'users.first_name', 'users.last_name'])
      .where('members.board_id', '=', scope.board.id)
      .where('members.id', '=', job.memberId)
      .where('members.status', '=', 'active')
      .where('users.disabled_at', 'is', null)
      .executeTakeFirst();
    if (!member) return null;
    const base = baseUrlOf(context.config, scope.board.shortname);
    const coming = await scope.ports.upcomingMeetings.list(scope, job.memberId);
    return {
      to: { name: `${member.first_name} ${member.last_name}`, address: member.email },
      subject: `You have joined ${scope.board.title}`,
      preheader: coming.length === 0 ? 'No meeting is planned yet.' : 'Here is what is coming.',
      heading: `You have joined ${scope.board.title}`,
      blocks: [
        {
          kind: 'paragraph',
          text:
            coming.length === 0
              ? 'No meeting is planned yet. You will hear as soon as one is.'
              : 'Here is what is coming:',
        },
        ...(coming.length === 0
          ? []
          : [
              {
                kind: 'list' as const,
                order: 'bulleted' as const,
                items: coming.map((meeting) => comingLine(meeting, { base, timeZone: scope.board.timeZone })),
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

function comingLine(
  meeting: UpcomingMeeting,
  { base, timeZone }: { readonly base: string; readonly timeZone: string },
): MailText {
  const href = `${base}/meetings/${meeting.id}`;
  if (!meeting.finds_date) {
    return [{ text: meeting.title, href }, `\n${formatHeadingDate(meeting.starts_at, timeZone)}`];
  }
  return [{ text: meeting.title, href: `${href}#dates` }, '\nNo date yet: say which of the dates suit you'];
}

async function nameOf(scope: BoardJobScope, memberId: string): Promise<string | null> {
  const row = await scope.tx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(sql<string>`users.first_name || ' ' || users.last_name`.as('name'))
    .where('members.board_id', '=', scope.board.id)
    .where('members.id', '=', memberId)
    .executeTakeFirst();
  return row?.name ?? null;
}

export const invitationMailKinds: readonly MailKind[] = [invitationMail, welcomeMail];
