import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { Turn } from '#server/db/turn.ts';
import { inAudience } from '#server/features/members/audience/queries.ts';
import type { MembershipChange } from '#server/features/members/people/ports.ts';

/**
 * Ends the links of members who are out of an announcement's audience, so that who comes back finds the old one dead. Named
 * members or announcements are looked at, or all. The next link, which an editor sends, is of another generation.
 */
export async function endLinksOutsideAudience(
  scope: BoardScope,
  whom: { readonly turn: Turn<'audiences'>; readonly memberIds?: readonly string[]; readonly announcementId?: string },
): Promise<void> {
  const { memberIds, announcementId } = whom;
  await sql`
    update announcement_readers reader set uid_hash = null, link_generation = reader.link_generation + 1
    from announcements item
    where reader.board_id = ${scope.board.id}::uuid and reader.uid_hash is not null
      and item.board_id = reader.board_id and item.id = reader.announcement_id
      and (${memberIds === undefined}::boolean or reader.member_id = any(${memberIds ?? []}::uuid[]))
      and (${announcementId === undefined}::boolean or item.id = ${announcementId ?? null}::uuid)
      and not ${inAudience(scope, sql.ref('item.audience_id'), sql.ref('reader.member_id'))}
  `.execute(scope.tx);
}

/** The same for all that a member holds, who has left the board. */
async function endLinksOfMember(
  scope: BoardScope,
  { memberId }: { readonly turn: Turn<'audiences'>; readonly memberId: string },
): Promise<void> {
  await scope.tx
    .updateTable('announcement_readers')
    .set((eb) => ({ uid_hash: null, link_generation: eb('link_generation', '+', 1) }))
    .where('board_id', '=', scope.board.id)
    .where('member_id', '=', memberId)
    .where('uid_hash', 'is not', null)
    .execute();
}

/** Who is out of an announcement's audience, or off the board, has no link to it any more. */
export const announcementMembershipChange: MembershipChange = {
  async regrouped(scope, _secrets, { turn, memberIds }) {
    if (memberIds) await endLinksOutsideAudience(scope, { turn, memberIds });
    return { invited: 0, ended: 0 };
  },
  left: (scope, _secrets, change) => endLinksOfMember(scope, change),
};
