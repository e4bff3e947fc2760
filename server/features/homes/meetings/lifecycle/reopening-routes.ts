import { closeMeeting, reopenMeeting } from '#contract/meeting-lifecycle.ts';
import { authorize } from '#server/errors.ts';
import { canReopen } from '#server/features/homes/meetings/base/policy.ts';
import { loadMeeting } from '#server/features/homes/meetings/base/queries.ts';
import { presentCurrentMeeting } from '#server/features/homes/meetings/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import * as reopening from './commands.ts';

export const reopeningRoutes: readonly Route[] = [
  implement(reopenMeeting, async ({ scope, context, params }) => {
    const meeting = await loadMeeting(scope, params.id, { lock: 'update' });
    authorize(canReopen(scope));
    await reopening.reopenMeeting(scope, context.config, meeting);
    return presentCurrentMeeting(scope, context, meeting.id);
  }),

  implement(closeMeeting, async ({ scope, context, params }) => {
    const meeting = await loadMeeting(scope, params.id, { lock: 'update' });
    authorize(canReopen(scope));
    await reopening.closeMeeting(scope, meeting);
    return presentCurrentMeeting(scope, context, meeting.id);
  }),
];
