import { selectRows } from '#server/db/board-rows.ts';
import type { BoardJobScope } from '#server/db/board-scope.ts';

export async function findReset(
  scope: Pick<BoardJobScope, 'tx' | 'board'>,
  { personId, adminId }: { readonly personId: string; readonly adminId: string },
) {
  const members = await selectRows(scope, 'members', { removed_at: null })
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('id', 'in', [personId, adminId])
    .execute();
  const person = members.find(({ id }) => id === personId);
  const admin = members.find(({ id }) => id === adminId);
  return person && admin?.email ? { person, admin: { ...admin, email: admin.email } } : null;
}
