import type { RecentDocument } from '#contract/start.ts';
import type { Context } from '#server/context.ts';
import { type ScopeGroup, withBoardScope } from '#server/db/board-scope.ts';
import type { UserBoard } from '#server/features/core/boards/queries.ts';
import { type GroupName, listGroupNames } from '#server/features/members/groups/queries.ts';
import { findOffice } from '#server/features/members/profile/queries.ts';
import { listRecentDocuments } from '#server/features/papers/reading/queries.ts';
import { noteSignIn } from '#server/features/views/reports/sign-ins/commands.ts';
import type { Session } from '#server/http/session.ts';

export interface WithinBoard {
  readonly groups: readonly GroupName[];
  readonly memberships: readonly ScopeGroup[];
  readonly office: string | null;
  readonly recentDocuments: readonly RecentDocument[];
}

/** Notes the sign-in on the open board, and returns what its pages begin with. Empty without an open board. */
export async function openCurrentBoard(
  context: Context,
  session: Session,
  current: UserBoard | null,
): Promise<WithinBoard> {
  if (current === null || current.board.suspended || current.board.two_factor_missing) {
    return { groups: [], memberships: [], office: null, recentDocuments: [] };
  }
  const who = { boardId: current.board.board_info.board_id, userId: session.userId };
  return withBoardScope(context, who, async (scope) => {
    await noteSignIn(scope, session.id);
    return {
      groups: await listGroupNames(scope),
      memberships: scope.member.groups,
      office: await findOffice(scope, scope.member.id),
      recentDocuments: await listRecentDocuments(scope),
    };
  });
}
