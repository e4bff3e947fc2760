import { magicMessages } from '#domain/messages/announcements.ts';
import { selectRows, updateRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { queueMail } from '#server/features/core/mail/commands.ts';
import { announcementUid, meetingUid } from '#server/features/core/secret-addresses/present.ts';
import { announcementLinkMail } from '#server/features/homes/announcements/announcement/commands.ts';
import type { AnnouncementRow } from '#server/features/homes/announcements/announcement/queries.ts';
import { meetingLinkMail } from '#server/features/homes/meetings/meeting/commands.ts';
import type { MeetingRow } from '#server/features/homes/meetings/meeting/queries.ts';
import { hashToken, type Secrets } from '#server/secrets.ts';
import {
  announcementLinkRows,
  isInEffect,
  type LinkedItem,
  type LinkRow,
  linkFactsOfAnnouncement,
  linkFactsOfMeeting,
  meetingLinkRows,
} from './queries.ts';

export function linksOfAnnouncement(scope: BoardScope, secrets: Secrets, item: AnnouncementRow): LinkedItem {
  const { tx, board, now } = scope;
  return {
    kind: 'announcement',
    id: item.id,
    ...linkFactsOfAnnouncement(item),
    people: () => announcementLinkRows.run(tx, { id: item.id }, now),
    async renew(memberId) {
      const existing = await selectRows(scope, 'announcement_readers', {
        announcement_id: item.id,
        member_id: memberId,
      })
        .select('link_generation')
        .forUpdate()
        .executeTakeFirst();
      const generation = (existing?.link_generation ?? 0) + 1;
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
      await updateRows(scope, 'announcement_readers', { announcement_id: item.id, member_id: memberId })
        .set({ uid_hash: null, link_revoked_at: now })
        .execute();
    },
  };
}

/** The caller must have locked the item, so that concurrent renewals get different generations. */
export async function renewLink(scope: BoardScope, item: LinkedItem, memberId: string): Promise<void> {
  const row = await loadLink(item, memberId);
  if (scope.board.magicLinks === 'off') throw refused(magicMessages.off);
  if (!isInEffect(scope, item)) throw refused(magicMessages.over);
  if (row.status !== 'active') throw refused(magicMessages.notJoined);
  await item.renew(memberId);
  await auditLink(scope, item, { action: 'magic-link.renewed', memberId });
}

/** The caller must have locked the item's row. */
export async function revokeLink(scope: BoardScope, item: LinkedItem, memberId: string): Promise<void> {
  const row = await loadLink(item, memberId);
  if (row.state !== 'open') return;
  await item.revoke(memberId);
  await auditLink(scope, item, { action: 'magic-link.revoked', memberId });
}

async function loadLink(item: LinkedItem, memberId: string): Promise<LinkRow> {
  const row = item.lastsAfter === null ? undefined : (await item.people()).find((person) => person.id === memberId);
  if (!row) throw notFound();
  return row;
}

async function auditLink(
  scope: BoardScope,
  item: LinkedItem,
  { action, memberId }: { readonly action: 'magic-link.renewed' | 'magic-link.revoked'; readonly memberId: string },
): Promise<void> {
  await audit(scope, action, { kind: item.kind, id: item.id }, { member_id: memberId });
}

export function linksOfMeeting(scope: BoardScope, secrets: Secrets, meeting: MeetingRow): LinkedItem {
  const { tx, board, now } = scope;
  return {
    kind: 'meeting',
    id: meeting.id,
    ...linkFactsOfMeeting(meeting),
    people: () => meetingLinkRows.run(tx, { id: meeting.id }, now),
    async renew(memberId) {
      const existing = await selectRows(scope, 'magic_links', { meeting_id: meeting.id, member_id: memberId })
        .select('generation')
        .forUpdate()
        .executeTakeFirst();
      const generation = (existing?.generation ?? 0) + 1;
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
      await updateRows(scope, 'magic_links', { meeting_id: meeting.id, member_id: memberId })
        .set({ revoked_at: now })
        .execute();
    },
  };
}
