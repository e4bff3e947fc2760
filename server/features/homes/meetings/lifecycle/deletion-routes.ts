import { undeleteMeeting } from '#contract/meeting-lifecycle.ts';
import { deleteMeeting } from '#contract/meetings.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { loadMeetingForEdit, presentCurrentMeeting } from '#server/features/homes/meetings/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import * as deletion from './commands.ts';

export const deletionRoutes: readonly Route[] = [
  implement(deleteMeeting, async ({ scope, params }) => {
    await deletion.deleteMeeting(scope, await loadMeetingForEdit(scope, params.id));
    return {};
  }),

  implement(undeleteMeeting, async ({ scope, context, params }) => {
    const lock = await lockBoard(scope, 'audiences');
    const deleted = await deletion.loadDeleted(scope, params.id);
    await deletion.undeleteMeeting(scope, context.secrets, { lock, deleted });
    return presentCurrentMeeting(scope, context, deleted.id);
  }),
];
