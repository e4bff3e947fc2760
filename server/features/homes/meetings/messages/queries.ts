import { sql } from 'kysely';
import { formatHeadingDate, formatTimeRange } from '#domain/dates.ts';
import { fullName } from '#domain/identity.ts';
import type { Context } from '#server/context.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import { meetingUid } from '#server/features/core/secret-addresses/present.ts';
import {
  type AgendaItemRow,
  type DatedMeeting,
  findMeeting,
  listAgendaItems,
} from '#server/features/homes/meetings/meeting/queries.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { administersAudience, anyMember, eachMember } from '#server/features/members/audience/queries.ts';
import { memberView } from '#server/features/members/audience/visibility.ts';
import { selectRecipient } from '#server/features/members/people/queries.ts';
import { selectDocumentsOfMeeting } from '#server/features/papers/documents/queries.ts';
import type { MailAddress } from '#server/integrations/mail/message.ts';

export interface MailLinks {
  readonly base: string;
  readonly board: string;
  readonly meetingId: string;
  /** This is null if the link was revoked or the board has turned links off. */
  readonly uid: string | null;
  readonly isPreview?: boolean;
}

export type MessageScope = Pick<BoardJobScope, 'board' | 'now'>;

export interface MailDetails {
  readonly to: MailAddress;
  readonly links: MailLinks;
  readonly meeting: DatedMeeting;
  readonly date: string;
  readonly times: string;
}

interface Mailed {
  readonly meeting: DatedMeeting;
  readonly memberId: string;
}

/** Returns null if the member is inactive, no longer invited, or outside the audience. */
export async function findMailDetails(
  scope: BoardJobScope,
  context: Context,
  { meeting, memberId }: Mailed,
): Promise<MailDetails | null> {
  const row = await scope.tx
    .selectFrom('magic_links as link')
    .innerJoin('members as member', (join) => sameBoard(join, 'member.id', 'link.member_id'))
    .innerJoin('users as account', 'account.id', 'member.user_id')
    .innerJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'link.meeting_id'))
    .select(['account.email', 'account.first_name', 'account.last_name', 'link.generation', 'link.revoked_at'])
    .where('link.board_id', '=', scope.board.id)
    .where('link.meeting_id', '=', meeting.id)
    .where('link.member_id', '=', memberId)
    .where('member.status', '=', 'active')
    .where(meetingVisibleWhere(eachMember(scope, sql.ref('member.id'), 'reader'), 'meeting'))
    .where('account.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { generation } = row;
  const hasLink = row.revoked_at === null && scope.board.magicLinks !== 'off';
  const uid = hasLink ? meetingUid(context.secrets, { memberId, meetingId: meeting.id, generation }) : null;
  return detailsOf(scope, context, { meeting, account: row, link: { uid } });
}

export async function previewDetails(
  scope: Pick<BoardJobScope, 'tx' | 'board' | 'now'>,
  context: Context,
  { meeting, memberId }: Mailed,
): Promise<MailDetails | null> {
  const row = await selectRecipient(scope, memberId)
    // Mail may be delayed, so check again that its recipient may edit the draft.
    .where((eb) =>
      eb.or([
        eb('member.is_board_admin', '=', true),
        administersAudience(scope, sql`${meeting.audience_id}::uuid`, anyMember(sql.ref('member.id'))),
      ]),
    )
    .executeTakeFirst();
  return row ? detailsOf(scope, context, { meeting, account: row, link: { uid: null, isPreview: true } }) : null;
}

/** Returns null if the meeting is in another state by now, or if the member gets no mail about it. */
export async function findDetailsInState(
  scope: BoardJobScope,
  context: Context,
  of: { readonly meetingId: string; readonly memberId: string; readonly state: DatedMeeting['state'] },
): Promise<MailDetails | null> {
  const meeting = await findMeeting(scope, of.meetingId);
  if (meeting === null || meeting.state === 'draft' || meeting.state !== of.state) return null;
  return findMailDetails(scope, context, { meeting, memberId: of.memberId });
}

function detailsOf(
  { board }: MessageScope,
  { config }: Context,
  of: {
    readonly meeting: DatedMeeting;
    readonly account: Parameters<typeof fullName>[0] & { readonly email: string };
    readonly link: Pick<MailLinks, 'uid' | 'isPreview'>;
  },
): MailDetails {
  const { meeting, account, link } = of;
  return {
    to: { name: fullName(account), address: account.email },
    links: { base: baseUrlOf(config, board.shortname), board: board.shortname, meetingId: meeting.id, ...link },
    meeting,
    date: formatHeadingDate(meeting.starts_at, board.dates),
    times: formatTimeRange(meeting.starts_at, meeting.ends_at, board.dates),
  };
}

export interface InvitationContent {
  readonly items: readonly AgendaItemRow[];
  readonly paperCount: number;
  readonly note: string;
}

export async function readInvitation(
  scope: Pick<BoardJobScope, 'tx' | 'board'>,
  { meetingId, memberId }: { readonly meetingId: string; readonly memberId: string },
): Promise<InvitationContent> {
  const view = memberView(scope, memberId);
  const papers = await scope.tx
    .selectFrom(selectDocumentsOfMeeting(scope, meetingId, view).where('document.hidden', '=', false).as('paper'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const published = await selectRows(scope, 'meeting_notices', { meeting_id: meetingId, kind: 'published' })
    .select('note')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    items: await listAgendaItems(scope, meetingId, view),
    paperCount: Number(papers.count),
    note: published?.note ?? '',
  };
}
