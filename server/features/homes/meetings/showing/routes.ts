import * as endpoints from '#contract/draft-showing.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { loadReadableMeeting, meetingOfReader } from '#server/features/homes/meetings/meeting/queries.ts';
import { canReadMeeting } from '#server/features/homes/meetings/meeting/visibility.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import { presentShowing } from './present.ts';
import { commentsOfDraft, shownToOfDraft } from './queries.ts';

async function showingOf(scope: BoardScope, id: string) {
  const meeting = await loadReadableMeeting(scope, id);
  const comments = await commentsOfDraft.run(scope.tx, { id }, scope.now);
  return presentShowing(scope, { meeting, comments, shownTo: await shownToOfDraft.run(scope.tx, { id }, scope.now) });
}

export const showingRoutes: readonly Route[] = [
  implementRead(endpoints.getDraftShowing, {
    reads: { meeting: meetingOfReader, comments: commentsOfDraft, shownTo: shownToOfDraft },
    answer({ reader, found: { meeting, comments, shownTo } }) {
      if (meeting === null || !canReadMeeting(reader, meeting)) throw notFound();
      return presentShowing(reader, { meeting, comments, shownTo });
    },
  }),

  implement(
    endpoints.showDraft,
    async ({ scope, params, body }) => {
      await commands.showDraft(scope, params.id, body.member_ids);
      return showingOf(scope, params.id);
    },
    { limit: { name: 'drafts-shown', points: 30, seconds: 900, per: 'user' } },
  ),

  implement(endpoints.commentOnDraft, async ({ scope, params, body }) =>
    showingOf(scope, await commands.commentOnDraft(scope, params.id, body.text)),
  ),

  implement(endpoints.settleDraftComment, async ({ scope, params, body }) =>
    showingOf(scope, await commands.settleComment(scope, params.id, body)),
  ),
];
