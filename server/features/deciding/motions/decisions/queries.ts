import { sql } from 'kysely';
import { isFound, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { QueryScope } from '#server/db/page-statement.ts';

export async function listVotesOnPaper(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  documentId: string,
): Promise<readonly string[]> {
  const rows = await selectRows(scope, 'votes')
    .select('state')
    .distinct()
    .where(sql<boolean>`papers @> ${JSON.stringify([{ document_id: documentId }])}::jsonb`)
    .execute();
  return rows.map(({ state }) => state);
}

export async function hasOpenVote(scope: Pick<BoardScope, 'tx' | 'board'>, meetingId: string): Promise<boolean> {
  return isFound(selectRows(scope, 'votes', { meeting_id: meetingId, state: 'open' }).select('id'));
}

export async function findRoomRow(
  scope: QueryScope,
  meetingId: string,
): Promise<{ readonly called_at: Date | null } | null> {
  const row = await selectRows(scope, 'meeting_rooms', { meeting_id: meetingId })
    .select('called_at')
    .executeTakeFirst();
  return row ?? null;
}
