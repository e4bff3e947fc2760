import { sql } from 'kysely';
import type { BoardLock } from '#server/db/board-lock.ts';
import { sameBoard, updateRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { announcementUid } from '#server/features/core/secret-addresses/present.ts';
import { announcementVisibleWhere } from '#server/features/homes/announcements/announcement/visibility.ts';
import { anyMember, eachMember, inAudience } from '#server/features/members/audience/queries.ts';
import type { MembershipChange } from '#server/features/members/people/ports.ts';
import { hashToken, type Secrets } from '#server/secrets.ts';

export const announcementMail = 'announcement';

export async function endLinksOutsideAudience(
  scope: BoardScope,
  whom: {
    readonly lock: BoardLock<'audiences'>;
    readonly memberIds?: readonly string[];
    readonly announcementId?: string;
  },
): Promise<void> {
  const { memberIds, announcementId } = whom;
  await sql`
    update announcement_readers reader set uid_hash = null, link_generation = reader.link_generation + 1
    from announcements item
    where reader.board_id = ${scope.board.id}::uuid and reader.uid_hash is not null
      and item.board_id = reader.board_id and item.id = reader.announcement_id
      and (${memberIds === undefined}::boolean or reader.member_id = any(${memberIds ?? []}::uuid[]))
      and (${announcementId === undefined}::boolean or item.id = ${announcementId ?? null}::uuid)
      and not ${inAudience(scope, sql.ref('item.audience_id'), anyMember(sql.ref('reader.member_id')))}
  `.execute(scope.tx);
}

export const announcementMembershipChange: MembershipChange = {
  async regrouped(scope, _secrets, { lock, memberIds }) {
    if (memberIds) await endLinksOutsideAudience(scope, { lock, memberIds });
    return { invited: 0, ended: 0 };
  },
  async left(scope, _secrets, { memberId }) {
    await updateRows(scope, 'announcement_readers', { member_id: memberId })
      .set((eb) => ({ uid_hash: null, link_generation: eb('link_generation', '+', 1) }))
      .where('uid_hash', 'is not', null)
      .execute();
  },
};

export async function mailToAudience(
  scope: BoardScope | BoardJobScope,
  secrets: Secrets,
  announcementId: string,
): Promise<number> {
  const { tx, board, now } = scope;
  const recipients = await tx
    .selectFrom('members as member')
    .innerJoin('announcements as item', (join) =>
      join.onRef('item.board_id', '=', 'member.board_id').on('item.id', '=', announcementId),
    )
    .leftJoin('announcement_readers as reader', (join) =>
      sameBoard(join, 'reader.member_id', 'member.id').on('reader.announcement_id', '=', announcementId),
    )
    .where('member.board_id', '=', board.id)
    .where('member.status', '=', 'active')
    .where('reader.mailed_at', 'is', null)
    .where(announcementVisibleWhere(eachMember(scope, sql.ref('member.id'), 'reader')))
    .select((eb) => ['member.id', eb.fn.coalesce('reader.link_generation', eb.lit(1)).as('generation')])
    .orderBy('member.id')
    .execute();
  if (recipients.length === 0) return 0;
  const rows = recipients.map(({ id: memberId, generation }) => ({
    board_id: board.id,
    announcement_id: announcementId,
    member_id: memberId,
    mailed_at: now,
    link_generation: generation,
    uid_hash: hashToken(announcementUid(secrets, { memberId, announcementId, generation })),
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
  const memberIds = recipients.map((each) => each.id);
  await queueMails(scope, { kind: announcementMail, subjectId: announcementId, memberIds });
  return memberIds.length;
}
