import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';

/** Not void: who has cast a ballot, and when it was closed or, entered afterwards, held. */
export async function listClosedVotes({ tx, board }: Pick<BoardScope, 'tx' | 'board'>, meetingId: string) {
  const rows = await tx
    .selectFrom('votes as vote')
    .innerJoin('motions as motion', (join) =>
      join.onRef('motion.board_id', '=', 'vote.board_id').onRef('motion.id', '=', 'vote.motion_id'),
    )
    .leftJoin('vote_voids as voided', (join) =>
      join.onRef('voided.board_id', '=', 'vote.board_id').onRef('voided.vote_id', '=', 'vote.id'),
    )
    .select(['vote.text', 'motion.agenda_item_id', 'vote.closed_at', 'vote.held_at'])
    .select(
      sql<readonly string[]>`array(
        select b.member_id from ballots b where b.board_id = vote.board_id and b.vote_id = vote.id
        union all
        select p.member_id from vote_participations p where p.board_id = vote.board_id and p.vote_id = vote.id
      )`.as('cast_ids'),
    )
    .where('vote.board_id', '=', board.id)
    .where('vote.meeting_id', '=', meetingId)
    .where('vote.closed_at', 'is not', null)
    .where('voided.vote_id', 'is', null)
    .orderBy('vote.opened_at')
    .execute();
  return rows.flatMap(({ text, agenda_item_id: itemId, closed_at, held_at, cast_ids: cast }) => {
    const at = held_at ?? closed_at;
    return at === null ? [] : [{ text, itemId, at, cast }];
  });
}
