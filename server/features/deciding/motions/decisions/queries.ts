import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { QueryScope } from '#server/db/page-statement.ts';

/** The states of the votes for which it was a paper. */
export async function listVotesOnPaper(
  { tx, board }: Pick<BoardScope, 'tx' | 'board'>,
  documentId: string,
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('votes')
    .select('state')
    .distinct()
    .where('board_id', '=', board.id)
    .where(sql<boolean>`papers @> ${JSON.stringify([{ document_id: documentId }])}::jsonb`)
    .execute();
  return rows.map(({ state }) => state);
}

export async function hasOpenVote(
  { tx, board }: Pick<BoardScope, 'tx' | 'board'>,
  meetingId: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('votes')
    .select('id')
    .where('board_id', '=', board.id)
    .where('meeting_id', '=', meetingId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return row !== undefined;
}

/** Something was done in it already. */
export async function hasRoomRow({ tx, board }: QueryScope, meetingId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('meeting_rooms')
    .select('meeting_id')
    .where('board_id', '=', board.id)
    .where('meeting_id', '=', meetingId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function wasCalledToOrder({ tx, board }: QueryScope, meetingId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('meeting_rooms')
    .select('meeting_id')
    .where('board_id', '=', board.id)
    .where('meeting_id', '=', meetingId)
    .where('called_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
