import { sql } from 'kysely';
import { yearIn } from '#domain/dates.ts';
import type { BoardScope } from '#server/db/board-scope.ts';

/** The first year of which there is something to report: when the board was made, or an earlier meeting was held. */
export async function firstYear({ tx, board, now }: BoardScope): Promise<number> {
  const { rows } = await sql<{ first: Date | null }>`
    select least(
      (select created_at from boards where id = ${board.id}::uuid),
      (select min(starts_at) from meetings
       where board_id = ${board.id}::uuid and deleted_at is null and state = 'published')
    ) as first
  `.execute(tx);
  const first = rows[0]?.first ?? now;
  return Math.min(yearIn(first, board.timeZone), yearIn(now, board.timeZone));
}
