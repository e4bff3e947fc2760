import { sql } from 'kysely';
import type pg from 'pg';
import type { BoardScope } from '#server/db/board-scope.ts';
import { addJob } from '#server/jobs/queue.ts';

export const vacuumBallots = 'vacuum-ballots';

/**
 * Call this before a secret vote ends. Rewrites its participations and tallies, so that neither row positions nor
 * transaction ids reveal who chose what.
 */
export async function forgetOrder({ tx, board }: BoardScope, voteId: string): Promise<void> {
  await sql`
    with taken as (
      delete from vote_participations where board_id = ${board.id} and vote_id = ${voteId} returning *
    )
    insert into vote_participations (board_id, vote_id, member_id, key_hash)
    select board_id, vote_id, member_id, key_hash from taken order by member_id
  `.execute(tx);
  await sql`update vote_tallies set votes = votes where board_id = ${board.id} and vote_id = ${voteId}`.execute(tx);
  await addJob(tx, { name: vacuumBallots, payload: {}, key: vacuumBallots });
}

/** Removes dead rows, which would reveal the order of votes to anyone who can read the database's files. */
export const vacuumSecretBallots = (pool: pg.Pool): Promise<unknown> =>
  pool.query('vacuum vote_participations, vote_tallies');
