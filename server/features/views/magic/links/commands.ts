import { sql } from 'kysely';
import type { MagicLinkOfMember, MagicLinksOfItem } from '#contract/magic.ts';
import { sortPeople } from '#domain/identity.ts';
import { magicLinkEnd } from '#domain/magic-uid.ts';
import { magicMessages } from '#domain/messages/announcements.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { queueMail } from '#server/features/core/mail/commands.ts';
import { announcementUid, meetingUid } from '#server/features/core/secret-addresses/present.ts';
import { announcementLinkMail } from '#server/features/homes/announcements/commands.ts';
import type { AnnouncementRow } from '#server/features/homes/announcements/queries.ts';
import { meetingLinkMail } from '#server/features/homes/meetings/base/commands.ts';
import type { MeetingRow } from '#server/features/homes/meetings/base/queries.ts';
import { inAudience } from '#server/features/members/audience/queries.ts';
import { presentAudienceMember } from '#server/features/members/people/present.ts';
import { type PersonRow, selectPeople } from '#server/features/members/people/queries.ts';
import { hashToken, type Secrets } from '#server/secrets.ts';

/** More people than any audience has. */
const announcementLinksMax = 2_000;

/** An announcement's links, one for each member of its audience who got the message. */
export function linksOfAnnouncement(scope: BoardScope, secrets: Secrets, item: AnnouncementRow): LinkedItem {
  const { tx, board, now } = scope;
  return {
    kind: 'announcement',
    id: item.id,
    lastsAfter: item.state === 'published' ? item.publish_on : null,
    people: () => listAnnouncementLinks(scope, item),
    async renew(memberId) {
      const kept = await tx
        .selectFrom('announcement_readers')
        .select('link_generation')
        .where('board_id', '=', board.id)
        .where('announcement_id', '=', item.id)
        .where('member_id', '=', memberId)
        .forUpdate()
        .executeTakeFirst();
      const generation = (kept?.link_generation ?? 0) + 1;
      const link = {
        link_generation: generation,
        uid_hash: hashToken(announcementUid(secrets, { memberId, announcementId: item.id, generation })),
        link_revoked_at: null,
        mailed_at: now,
      };
      await tx
        .insertInto('announcement_readers')
        .values({ board_id: board.id, announcement_id: item.id, member_id: memberId, ...link })
        .onConflict((conflict) => conflict.columns(['board_id', 'announcement_id', 'member_id']).doUpdateSet(link))
        .execute();
      await queueMail(scope, secrets, { kind: announcementLinkMail, memberId, subjectId: item.id });
    },
    async revoke(memberId) {
      await tx
        .updateTable('announcement_readers')
        .set({ uid_hash: null, link_revoked_at: now })
        .where('board_id', '=', board.id)
        .where('announcement_id', '=', item.id)
        .where('member_id', '=', memberId)
        .execute();
    },
  };
}

async function listAnnouncementLinks(scope: BoardScope, item: AnnouncementRow): Promise<readonly LinkRow[]> {
  return selectPeople(scope)
    .leftJoin('announcement_readers as reader', (join) =>
      join
        .onRef('reader.board_id', '=', 'member.board_id')
        .onRef('reader.member_id', '=', 'member.id')
        .on('reader.announcement_id', '=', item.id),
    )
    .where('member.status', 'in', ['active', 'invited'])
    .where(inAudience(scope, sql<string>`${item.audience_id}::uuid`, sql.ref('member.id')))
    .select(
      sql<LinkRow['state']>`
        case when reader.link_revoked_at is not null then 'revoked'
             when reader.uid_hash is not null and member.status = 'active' then 'open'
             else 'none' end
      `.as('state'),
    )
    .orderBy('member.id')
    .limit(announcementLinksMax)
    .execute();
}

/** A person of the item, and how their link stands. */
export type LinkRow = PersonRow & { readonly state: MagicLinkOfMember['state'] };

/** What the links of meetings and of announcements have in common. */
export interface LinkedItem {
  readonly kind: 'meeting' | 'announcement';
  readonly id: string;
  /** From here on the days of a link count; null: it is not out, and has none. */
  readonly lastsAfter: Date | null;
  /** Active and pending people of the item, in any order. */
  readonly people: () => Promise<readonly LinkRow[]>;
  /** Makes the member's link one of the next generation, and sends it. */
  readonly renew: (memberId: string) => Promise<void>;
  readonly revoke: (memberId: string) => Promise<void>;
}

export async function presentLinks(scope: BoardScope, item: LinkedItem): Promise<MagicLinksOfItem> {
  const rows = item.lastsAfter === null ? [] : sortPeople(await item.people());
  return {
    links: rows.map((row) => ({ member: presentAudienceMember(row), state: row.state })),
    board_links: scope.board.magicLinks,
    ends_at: magicLinkEnd(item.lastsAfter ?? scope.now).toISOString(),
    can: { renew: scope.board.magicLinks !== 'off' && isLasting(scope, item) },
  };
}

/** The item's row must be held, so that of two who renew at once each makes another link. */
export async function renewLink(scope: BoardScope, item: LinkedItem, memberId: string): Promise<void> {
  const row = await loadLink(item, memberId);
  if (scope.board.magicLinks === 'off') throw refused(magicMessages.off);
  if (!isLasting(scope, item)) throw refused(magicMessages.over);
  if (row.status !== 'active') throw refused(magicMessages.notJoined);
  await item.renew(memberId);
  await note(scope, item, { action: 'magic-link.renewed', memberId });
}

/** One that is revoked already stays so. The item's row must be held. */
export async function revokeLink(scope: BoardScope, item: LinkedItem, memberId: string): Promise<void> {
  const row = await loadLink(item, memberId);
  if (row.state !== 'open') return;
  await item.revoke(memberId);
  await note(scope, item, { action: 'magic-link.revoked', memberId });
}

const isLasting = (scope: BoardScope, { lastsAfter }: LinkedItem): boolean =>
  lastsAfter !== null && magicLinkEnd(lastsAfter) > scope.now;

async function loadLink(item: LinkedItem, memberId: string): Promise<LinkRow> {
  const row = item.lastsAfter === null ? undefined : (await item.people()).find((person) => person.id === memberId);
  if (!row) throw notFound();
  return row;
}

async function note(
  scope: BoardScope,
  item: LinkedItem,
  { action, memberId }: { readonly action: 'magic-link.renewed' | 'magic-link.revoked'; readonly memberId: string },
): Promise<void> {
  await audit(scope, { action, subjectKind: item.kind, subjectId: item.id, detail: { member_id: memberId } });
}

/** More invitees than any meeting has. */
const meetingLinksMax = 2_000;

/** A meeting's links, one for each invitee who has joined the board. */
export function linksOfMeeting(scope: BoardScope, secrets: Secrets, meeting: MeetingRow): LinkedItem {
  const { tx, board, now } = scope;
  return {
    kind: 'meeting',
    id: meeting.id,
    lastsAfter: meeting.state === 'draft' ? null : meeting.ends_at,
    people: () => listMeetingLinks(scope, meeting.id),
    async renew(memberId) {
      const kept = await tx
        .selectFrom('magic_links')
        .select('generation')
        .where('board_id', '=', board.id)
        .where('meeting_id', '=', meeting.id)
        .where('member_id', '=', memberId)
        .forUpdate()
        .executeTakeFirst();
      const generation = (kept?.generation ?? 0) + 1;
      const link = {
        generation,
        uid_hash: hashToken(meetingUid(secrets, { memberId, meetingId: meeting.id, generation })),
        created_at: now,
        revoked_at: null,
      };
      await tx
        .insertInto('magic_links')
        .values({ board_id: board.id, meeting_id: meeting.id, member_id: memberId, ...link })
        .onConflict((conflict) => conflict.columns(['board_id', 'meeting_id', 'member_id']).doUpdateSet(link))
        .execute();
      await queueMail(scope, secrets, { kind: meetingLinkMail, memberId, subjectId: meeting.id });
    },
    async revoke(memberId) {
      await tx
        .updateTable('magic_links')
        .set({ revoked_at: now })
        .where('board_id', '=', board.id)
        .where('meeting_id', '=', meeting.id)
        .where('member_id', '=', memberId)
        .execute();
    },
  };
}

async function listMeetingLinks(scope: BoardScope, meetingId: string): Promise<readonly LinkRow[]> {
  return selectPeople(scope)
    .innerJoin('invitees as invitee', (join) =>
      join
        .onRef('invitee.board_id', '=', 'member.board_id')
        .onRef('invitee.member_id', '=', 'member.id')
        .on('invitee.meeting_id', '=', meetingId),
    )
    .leftJoin('magic_links as link', (join) =>
      join
        .onRef('link.board_id', '=', 'invitee.board_id')
        .onRef('link.meeting_id', '=', 'invitee.meeting_id')
        .onRef('link.member_id', '=', 'invitee.member_id'),
    )
    .where('member.status', 'in', ['active', 'invited'])
    .select(
      sql<LinkRow['state']>`
        case when link.revoked_at is not null then 'revoked'
             when link.member_id is not null and member.status = 'active' then 'open'
             else 'none' end
      `.as('state'),
    )
    .orderBy('member.id')
    .limit(meetingLinksMax)
    .execute();
}
