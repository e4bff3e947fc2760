import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';

/** Whether a ballot with this key is in, or was before a later one. */
export async function hasBallot(
  { tx, board }: Pick<BoardScope, 'tx' | 'board'>,
  ballot: { readonly voteId: string; readonly memberId: string; readonly keyHash: Buffer },
): Promise<boolean> {
  const of = (table: 'ballots' | 'vote_participations') =>
    tx
      .selectFrom(table)
      .select('member_id')
      .where('board_id', '=', board.id)
      .where('vote_id', '=', ballot.voteId)
      .where('member_id', '=', ballot.memberId);
  const named = of('ballots').where(sql<boolean>`${ballot.keyHash} = any(key_hash || earlier_key_hashes)`);
  const secret = of('vote_participations').where('key_hash', '=', ballot.keyHash);
  return (await named.unionAll(secret).executeTakeFirst()) !== undefined;
}
