import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { Turn } from '#server/db/turn.ts';
import { meetingUid } from '#server/features/core/secret-addresses/meeting-uid.ts';
import { endLinksOfMember } from '#server/features/homes/announcements/links.ts';
import { endFeed } from '#server/features/views/calendar/feeds.ts';
import { endLiveStreams } from '#server/http/live-hub.ts';
import { hashToken, type Secrets } from '#server/secrets.ts';
import type { LockedPerson } from './lock.ts';

/** Links that are renewed in one statement. */
const linksPerStatement = 500;

/**
 * Ends what opens a board to a member who is not active any more, in this same transaction: the board in every session
 * of theirs, their open streams, and the secret addresses that they hold. These are renewed rather than deleted, so that
 * a member who comes back gets others than those that were taken away.
 */
export async function endAccess(
  scope: BoardScope,
  secrets: Secrets,
  { turn, person }: { readonly turn: Turn<'audiences'>; readonly person: LockedPerson },
): Promise<void> {
  await renewMagicLinks(scope, secrets, person.id);
  await endLinksOfMember(scope, { turn, memberId: person.id });
  await endFeed(scope, secrets, person.id);
  if (person.userId !== null) {
    await sql`select gate.leave_board(${person.userId}::uuid, ${scope.board.id}::uuid)`.execute(scope.tx);
  }
  await endLiveStreams(scope, person.id);
}

async function renewMagicLinks(scope: BoardScope, secrets: Secrets, memberId: string): Promise<void> {
  const { tx, board } = scope;
  const links = await tx
    .selectFrom('magic_links')
    .select(['meeting_id', 'generation'])
    .where('board_id', '=', board.id)
    .where('member_id', '=', memberId)
    .orderBy('meeting_id')
    .forUpdate()
    .execute();
  for (let from = 0; from < links.length; from += linksPerStatement) {
    const renewed = links.slice(from, from + linksPerStatement).map(({ meeting_id: meetingId, generation }) => {
      const next = generation + 1;
      const hash = hashToken(meetingUid(secrets, { memberId, meetingId, generation: next }));
      return sql`(${meetingId}::uuid, ${next}::int, ${hash}::bytea)`;
    });
    await sql`
      update magic_links link set generation = renewed.generation, uid_hash = renewed.uid_hash
      from (values ${sql.join(renewed)}) as renewed (meeting_id, generation, uid_hash)
      where link.board_id = ${board.id}::uuid and link.member_id = ${memberId}::uuid and link.meeting_id = renewed.meeting_id
    `.execute(tx);
  }
}
