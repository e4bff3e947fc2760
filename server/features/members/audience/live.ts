import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { LiveAudience } from '#server/http/live-hub.ts';
import { administersAudience, inAudience } from './queries.ts';

type Reading = Pick<BoardScope, 'tx' | 'board'>;

/** Whose open pages may hear of an item: its audience once it is out, its editors before. Board admins hear of everything. */
export async function listenersOf(
  scope: Reading,
  item: { readonly audienceId: string; readonly isDraft: boolean },
): Promise<LiveAudience> {
  const audienceId = sql<string>`${item.audienceId}::uuid`;
  if (!item.isDraft && (await isForWholeBoard(scope, item.audienceId))) return 'everyone';
  const listens = item.isDraft ? administersAudience : inAudience;
  const members = await scope.tx
    .selectFrom('members')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where('status', '=', 'active')
    .where(listens(scope, audienceId, sql.ref('members.id')))
    .execute();
  return members.map((member) => member.id);
}

async function isForWholeBoard({ tx, board }: Reading, audienceId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('audiences')
    .select('whole_board')
    .where('board_id', '=', board.id)
    .where('id', '=', audienceId)
    .executeTakeFirst();
  return row?.whole_board ?? false;
}
