import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { QueryScope } from '#server/db/page-statement.ts';

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

export async function findRoomRow(
  { tx, board }: QueryScope,
  meetingId: string,
): Promise<{ readonly called_at: Date | null } | null> {
  const row = await tx
    .selectFrom('meeting_rooms')
    .select('called_at')
    .where('board_id', '=', board.id)
    .where('meeting_id', '=', meetingId)
    .executeTakeFirst();
  return row ?? null;
}
