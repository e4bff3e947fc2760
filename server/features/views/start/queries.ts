import type { RecentDocument } from '#contract/start.ts';
import type { Context } from '#server/context.ts';
import { selectRows } from '#server/db/board-rows.ts';
import type { ScopeGroup } from '#server/db/board-scope.ts';
import { readInOneFlight } from '#server/db/flight.ts';
import { definePage } from '#server/db/page-statement.ts';
import { AppError, type ErrorCode } from '#server/errors.ts';
import { ownBoards, type UserBoard, userBoardOf } from '#server/features/core/boards/queries.ts';
import { selectResolutionOfDocument } from '#server/features/deciding/motions/written/resolution/visibility.ts';
import { selectAnnouncementOfDocument } from '#server/features/homes/announcements/announcement/visibility.ts';
import { selectLibraryHomeOfDocument } from '#server/features/homes/library/tree/visibility.ts';
import { selectMeetingOfDocument } from '#server/features/homes/meetings/meeting/visibility.ts';
import { type GroupName, groupNames } from '#server/features/members/groups/queries.ts';
import { canSeeGroup } from '#server/features/members/people/visibility.ts';
import { ownOffice } from '#server/features/members/profile/queries.ts';
import { defineRecentDocuments, recentDocuments } from '#server/features/papers/reading/queries.ts';

export interface BoardStart {
  readonly groups: readonly GroupName[];
  readonly memberships: readonly ScopeGroup[];
  readonly office: string | null;
  readonly recentDocuments: readonly RecentDocument[];
}

export interface OpenedBoard {
  readonly id: string;
  readonly boards: readonly UserBoard[];
  readonly inside: BoardStart;
  readonly isSignInNoted: boolean;
}

const statements = {
  boards: ownBoards,
  groups: groupNames,
  office: ownOffice,
  recent: defineRecentDocuments({
    meeting: { selectOfDocument: selectMeetingOfDocument },
    announcement: { selectOfDocument: selectAnnouncementOfDocument },
    library: { selectOfDocument: selectLibraryHomeOfDocument },
    resolution: { selectOfDocument: selectResolutionOfDocument },
  }),
  signIn: definePage({ session: 'uuid' }, (scope, { session }) =>
    selectRows(scope, 'sign_ins', { session_id: session }).select('at'),
  ),
};

const shut: readonly ErrorCode[] = ['not-found', 'two-factor-missing', 'provider-missing'];

export async function readOpenBoard(
  context: Context,
  of: { readonly token: string; readonly sessionId: string; readonly boardId: string },
): Promise<OpenedBoard | null> {
  const { token, sessionId, boardId } = of;
  const entering = {
    session: { token },
    access: 'member',
    board: { from: 'header', id: boardId },
    now: context.clock.now(),
  } as const;
  try {
    const { reader, found } = await readInOneFlight(context.pool, entering, {
      statements,
      params: { session: sessionId },
    });
    return {
      id: boardId,
      boards: found.boards.map((row) => userBoardOf(context.config, row)),
      inside: {
        groups: found.groups.filter(({ id }) => canSeeGroup(reader, id)),
        memberships: reader.member.groups,
        office: found.office?.value ?? null,
        recentDocuments: recentDocuments({ ...reader, ports: context.ports }, found.recent),
      },
      isSignInNoted: found.signIn !== null,
    };
  } catch (error) {
    if (error instanceof AppError && shut.includes(error.code)) return null;
    throw error;
  }
}
