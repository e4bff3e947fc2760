import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { queueMail } from '#server/features/core/mail/commands.ts';
import { announcementUid } from '#server/features/core/secret-addresses/announcement-uid.ts';
import { announcementLinkMail } from '#server/features/homes/announcements/mail-names.ts';
import type { AnnouncementRow } from '#server/features/homes/announcements/queries.ts';
import { inAudience } from '#server/features/members/audience/queries.ts';
import { selectPeople } from '#server/features/members/people/queries.ts';
import { hashToken, type Secrets } from '#server/secrets.ts';
import type { LinkedItem, LinkRow } from './links.ts';

/** More people than any audience has. */
const linksMax = 2_000;

/** An announcement's links, one for each member of its audience who got the message. */
export function linksOfAnnouncement(scope: BoardScope, secrets: Secrets, item: AnnouncementRow): LinkedItem {
  const { tx, board, now } = scope;
  return {
    kind: 'announcement',
    id: item.id,
    lastsAfter: item.state === 'published' ? item.publish_on : null,
    people: () => listLinks(scope, item),
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

async function listLinks(scope: BoardScope, item: AnnouncementRow): Promise<readonly LinkRow[]> {
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
    .limit(linksMax)
    .execute();
}
