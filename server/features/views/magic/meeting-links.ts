import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { queueMail } from '#server/features/core/mail/commands.ts';
import { meetingUid } from '#server/features/core/secret-addresses/meeting-uid.ts';
import { meetingLinkMail } from '#server/features/homes/meetings/mail/mail-names.ts';
import type { MeetingRow } from '#server/features/homes/meetings/queries.ts';
import { selectPeople } from '#server/features/members/people/queries.ts';
import { hashToken, type Secrets } from '#server/secrets.ts';
import type { LinkedItem, LinkRow } from './links.ts';

/** More invitees than any meeting has. */
const linksMax = 2_000;

/** A meeting's links, one for each invitee who has joined the board. */
export function linksOfMeeting(scope: BoardScope, secrets: Secrets, meeting: MeetingRow): LinkedItem {
  const { tx, board, now } = scope;
  return {
    kind: 'meeting',
    id: meeting.id,
    lastsAfter: meeting.state === 'draft' ? null : meeting.ends_at,
    people: () => listLinks(scope, meeting.id),
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

async function listLinks(scope: BoardScope, meetingId: string): Promise<readonly LinkRow[]> {
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
    .limit(linksMax)
    .execute();
}
