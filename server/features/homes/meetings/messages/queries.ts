import { sql } from 'kysely';
import { calendarMessages } from '#domain/messages/meetings.ts';
import { rsvpOptions } from '#domain/rsvp.ts';
import type { Context } from '#server/context.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import { meetingUid } from '#server/features/core/secret-addresses/present.ts';
import type { MeetingRow } from '#server/features/homes/meetings/base/queries.ts';
import { inAudience } from '#server/features/members/audience/queries.ts';
import type { MailBlock } from '#server/integrations/mail/blocks.ts';
import type { MailAddress } from '#server/integrations/mail/message.ts';

/** Where a message about a meeting leads its reader. */
export interface MailLinks {
  readonly base: string;
  readonly meetingId: string;
  /** Null: the reader's link was revoked, or the board's links are off; then the way leads through the login. */
  readonly uid: string | null;
}

export interface MailReader {
  readonly to: MailAddress;
  readonly links: MailLinks;
}

/** Null once the member is no longer active, no longer invited, or no longer in the audience of a meeting that keeps their row. */
export async function findMailReader(
  scope: BoardJobScope,
  context: Context,
  of: { readonly meetingId: string; readonly memberId: string },
): Promise<MailReader | null> {
  const { meetingId, memberId } = of;
  const row = await scope.tx
    .selectFrom('magic_links as link')
    .innerJoin('members as member', (join) =>
      join.onRef('member.board_id', '=', 'link.board_id').onRef('member.id', '=', 'link.member_id'),
    )
    .innerJoin('users as account', 'account.id', 'member.user_id')
    .innerJoin('meetings as meeting', (join) =>
      join.onRef('meeting.board_id', '=', 'link.board_id').onRef('meeting.id', '=', 'link.meeting_id'),
    )
    .select(['account.email', 'account.first_name', 'account.last_name', 'link.generation', 'link.revoked_at'])
    .where('link.board_id', '=', scope.board.id)
    .where('link.meeting_id', '=', meetingId)
    .where('link.member_id', '=', memberId)
    .where('member.status', '=', 'active')
    .where(inAudience(scope, sql.ref('meeting.audience_id'), sql.ref('member.id')))
    .where('account.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const hasLink = row.revoked_at === null && scope.board.magicLinks !== 'off';
  return {
    to: { name: `${row.first_name} ${row.last_name}`, address: row.email },
    links: {
      base: baseUrlOf(context.config, scope.board.shortname),
      meetingId,
      uid: hasLink ? meetingUid(context.secrets, { memberId, meetingId, generation: row.generation }) : null,
    },
  };
}

export const meetingAddress = ({ base, meetingId, uid }: MailLinks): string =>
  uid === null ? `${base}/meetings/${meetingId}` : `${base}/meeting/${uid}`;

/** 'Will you attend?', each answer a link that carries its letter; nothing where only the login can tell who answers. */
export function replyButtons(meeting: Pick<MeetingRow, 'type'>, { base, uid }: MailLinks): readonly MailBlock[] {
  if (uid === null) return [];
  return [
    {
      kind: 'buttons',
      label: 'Will you attend?',
      buttons: rsvpOptions(meeting.type).map(({ label, letter }) => ({
        label,
        href: `${base}/attendance/${uid}/${letter}`,
        tone: 'secondary',
      })),
    },
  ];
}

/** The way to the meeting, and whose it is. */
export const viewBlocks = (links: MailLinks): readonly MailBlock[] => [
  {
    kind: 'buttons',
    label: null,
    buttons: [{ label: calendarMessages.viewMeeting, href: meetingAddress(links), tone: 'primary' }],
  },
  linksNote(links),
];

export const linksNote = ({ uid }: MailLinks): MailBlock => ({
  kind: 'note',
  text:
    uid === null
      ? 'You log in to see the meeting and to answer.'
      : 'The links in this message are yours alone. Please do not pass them on.',
});
