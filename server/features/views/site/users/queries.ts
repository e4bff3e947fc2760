import type { BoardJobScope } from '#server/db/board-scope.ts';

export async function findReset(
  { tx, board }: Pick<BoardJobScope, 'tx' | 'board'>,
  { personId, adminId }: { readonly personId: string; readonly adminId: string },
) {
  const members = await tx
    .selectFrom('members')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('board_id', '=', board.id)
    .where('id', 'in', [personId, adminId])
    .where('removed_at', 'is', null)
    .execute();
  const person = members.find(({ id }) => id === personId);
  const admin = members.find(({ id }) => id === adminId);
  return person && admin?.email ? { person, admin: { ...admin, email: admin.email } } : null;
}
