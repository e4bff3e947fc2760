import { sql } from 'kysely';
import { announcementMessages } from '#domain/later-messages.ts';
import { isEmptyRichText } from '#domain/rich-text.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { invalid, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { announcementUid } from '#server/features/core/secret-addresses/announcement-uid.ts';
import { inAudience } from '#server/features/members/audience/queries.ts';
import { hashToken, type Secrets } from '#server/secrets.ts';
import { announcementMail } from './mail-names.ts';
import type { AnnouncementRow } from './queries.ts';
import { tellAnnouncementChanged } from './tell.ts';

type Writing = BoardScope | BoardJobScope;

/**
 * Makes it public, with one message to each active member of its audience. The row must be locked, so that of several
 * publishers one finds it not published.
 */
export async function publishAnnouncement(scope: Writing, secrets: Secrets, item: AnnouncementRow): Promise<void> {
  if (item.state === 'published') throw refused(announcementMessages.alreadyPublished);
  requireWords(item);
  await setState(scope, item.id, { state: 'published', publish_on: scope.now });
  const mails = await mailToAudience(scope, secrets, item);
  await audit(scope, {
    action: 'announcement.published',
    subjectKind: 'announcement',
    subjectId: item.id,
    detail: { mails },
  });
  await tellAnnouncementChanged(scope, { id: item.id, state: 'published' });
}

/** A job publishes it once its time has come. The row must be locked. */
export async function scheduleAnnouncement(scope: BoardScope, item: AnnouncementRow, publishOn: Date): Promise<void> {
  if (item.state === 'published') throw refused(announcementMessages.alreadyPublished);
  requireWords(item);
  if (publishOn <= scope.now) throw invalid({ publish_on: announcementMessages.publishInPast });
  await setState(scope, item.id, { state: 'scheduled', publish_on: publishOn });
  await audit(scope, {
    action: 'announcement.scheduled',
    subjectKind: 'announcement',
    subjectId: item.id,
    detail: { publish_on: publishOn.toISOString() },
  });
  await tellAnnouncementChanged(scope, { id: item.id, state: 'scheduled' });
}

/** A draft again: its links open nothing. Whoever has got the message gets no second one. The row must be locked. */
export async function unpublishAnnouncement(scope: BoardScope, item: AnnouncementRow): Promise<void> {
  if (item.state === 'draft') throw refused(announcementMessages.isDraft);
  await setState(scope, item.id, { state: 'draft', publish_on: null });
  await audit(scope, {
    action: 'announcement.unpublished',
    subjectKind: 'announcement',
    subjectId: item.id,
    detail: { was: item.state },
  });
  // Those who could read it hear that they no longer can.
  await tellAnnouncementChanged(scope, item);
}

/** Links and messages for the active members of the audience who have had none; answers their number. */
export async function mailToAudience(
  scope: Writing,
  secrets: Secrets,
  item: Pick<AnnouncementRow, 'id' | 'audience_id'>,
): Promise<number> {
  const { tx, board, now } = scope;
  const waiting = await tx
    .selectFrom('members as member')
    .leftJoin('announcement_readers as reader', (join) =>
      join
        .onRef('reader.board_id', '=', 'member.board_id')
        .onRef('reader.member_id', '=', 'member.id')
        .on('reader.announcement_id', '=', item.id),
    )
    .where('member.board_id', '=', board.id)
    .where('member.status', '=', 'active')
    .where('reader.mailed_at', 'is', null)
    .where(inAudience(scope, sql<string>`${item.audience_id}::uuid`, sql.ref('member.id')))
    .select((eb) => ['member.id', eb.fn.coalesce('reader.link_generation', eb.lit(1)).as('generation')])
    .execute();
  if (waiting.length === 0) return 0;
  const rows = waiting.map(({ id: memberId, generation }) => ({
    board_id: board.id,
    announcement_id: item.id,
    member_id: memberId,
    mailed_at: now,
    link_generation: generation,
    uid_hash: hashToken(announcementUid(secrets, { memberId, announcementId: item.id, generation })),
  }));
  await tx
    .insertInto('announcement_readers')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['board_id', 'announcement_id', 'member_id']).doUpdateSet((eb) => ({
        mailed_at: eb.ref('excluded.mailed_at'),
        uid_hash: eb.ref('excluded.uid_hash'),
      })),
    )
    .execute();
  const memberIds = waiting.map((each) => each.id);
  await queueMails(scope, { kind: announcementMail, subjectId: item.id, memberIds });
  return memberIds.length;
}

function requireWords(item: AnnouncementRow): void {
  if (isEmptyRichText(item.body)) throw refused(announcementMessages.empty);
}

/** Its row must be locked. */
export async function setState(
  { tx, board, now }: Writing,
  id: string,
  fields: { readonly state: AnnouncementRow['state']; readonly publish_on: Date | null },
): Promise<void> {
  await tx
    .updateTable('announcements')
    .set({ ...fields, edited_at: null, updated_at: now })
    .where('board_id', '=', board.id)
    .where('id', '=', id)
    .execute();
}
