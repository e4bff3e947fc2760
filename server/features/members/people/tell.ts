import type { BoardScope } from '#server/db/board-scope.ts';
import { tellLive } from '#server/http/live-hub.ts';

/**
 * Tells the open pages that a person changed. Where people are hidden, of whom hear board admins, the person, and the group
 * admins who see them.
 */
export async function tellPersonChanged(scope: Pick<BoardScope, 'tx' | 'board'>, memberId: string): Promise<void> {
  const { tx, board } = scope;
  const event = { noun: 'people', id: memberId } as const;
  if (!board.peopleHidden) return tellLive(scope, event);
  const chairs = await tx
    .selectFrom('group_members as chair')
    .innerJoin('group_members as own', (join) =>
      join.onRef('own.board_id', '=', 'chair.board_id').onRef('own.group_id', '=', 'chair.group_id'),
    )
    .select('chair.member_id')
    .distinct()
    .where('chair.board_id', '=', board.id)
    .where('chair.is_group_admin', '=', true)
    .where('own.member_id', '=', memberId)
    .execute();
  await tellLive(scope, event, [...new Set([memberId, ...chairs.map((chair) => chair.member_id)])]);
}
