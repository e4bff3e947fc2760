import { sql } from 'kysely';
import type { BallotChoice } from '#domain/motions.ts';
import type { BoardScope } from '#server/db/board-scope.ts';

/** Of a secret vote. */
export async function readTallies(
  { tx, board }: Pick<BoardScope, 'tx' | 'board'>,
  voteId: string,
): Promise<readonly { readonly choice: BallotChoice; readonly votes: number }[]> {
  return tx
    .selectFrom('vote_tallies')
    .select(['votes', sql<BallotChoice>`choice`.as('choice')])
    .where('board_id', '=', board.id)
    .where('vote_id', '=', voteId)
    .execute();
}
