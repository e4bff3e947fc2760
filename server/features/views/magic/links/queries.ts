import { sql } from 'kysely';
import type { MagicLinkOfMember } from '#contract/magic.ts';
import { magicLinkEnd } from '#domain/magic-uid.ts';
import { sameBoard } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { defineRows } from '#server/db/page-statement.ts';
import { type AnnouncementRow, audienceIdOf } from '#server/features/homes/announcements/announcement/queries.ts';
import type { MeetingRow } from '#server/features/homes/meetings/meeting/queries.ts';
import { anyMember, inAudience } from '#server/features/members/audience/queries.ts';
import { type PersonRow, selectPeople } from '#server/features/members/people/queries.ts';

const linksMax = 2_000;

export type LinkRow = PersonRow & { readonly state: MagicLinkOfMember['state'] };

export interface LinkFacts {
  readonly lastsAfter: Date | null;
}

export const linkFactsOfMeeting = (meeting: Pick<MeetingRow, 'state' | 'ends_at'>): LinkFacts => ({
  lastsAfter: meeting.state === 'draft' ? null : meeting.ends_at,
});

export const linkFactsOfAnnouncement = (item: Pick<AnnouncementRow, 'state' | 'publish_on'>): LinkFacts => ({
  lastsAfter: item.state === 'published' ? item.publish_on : null,
});

export interface LinkedItem extends LinkFacts {
  readonly kind: 'meeting' | 'announcement';
  readonly id: string;
  readonly people: () => Promise<readonly LinkRow[]>;
  readonly renew: (memberId: string) => Promise<void>;
  readonly revoke: (memberId: string) => Promise<void>;
}

export const isInEffect = ({ now }: Pick<BoardScope, 'now'>, { lastsAfter }: LinkFacts): boolean =>
  lastsAfter !== null && magicLinkEnd(lastsAfter) > now;

export const announcementLinkRows = defineRows({ id: 'uuid' }, (scope, { id }) =>
  selectPeople(scope)
    .leftJoin('announcement_readers as reader', (join) =>
      sameBoard(join, 'reader.member_id', 'member.id').on('reader.announcement_id', '=', id),
    )
    .where('member.status', 'in', ['active', 'invited'])
    .where(inAudience(scope, audienceIdOf(scope, id), anyMember(sql.ref('member.id'))))
    .select(
      sql<LinkRow['state']>`
        case when reader.link_revoked_at is not null then 'revoked'
             when reader.uid_hash is not null and member.status = 'active' then 'open'
             else 'none' end
      `.as('state'),
    )
    .orderBy('member.id')
    .limit(linksMax),
);

export const meetingLinkRows = defineRows({ id: 'uuid' }, (scope, { id }) =>
  selectPeople(scope)
    .innerJoin('invitees as invitee', (join) =>
      sameBoard(join, 'invitee.member_id', 'member.id').on('invitee.meeting_id', '=', id),
    )
    .leftJoin('magic_links as link', (join) =>
      sameBoard(join, 'link.meeting_id', 'invitee.meeting_id').onRef('link.member_id', '=', 'invitee.member_id'),
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
    .limit(linksMax),
);
