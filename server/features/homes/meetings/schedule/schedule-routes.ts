import { cancelMeeting, rescheduleMeeting, restoreMeeting } from '#contract/meeting-lifecycle.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { loadMeetingForEdit, presentCurrentMeeting } from '#server/features/homes/meetings/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import * as cancel from './commands.ts';
import { rescheduleMeeting as reschedule } from './commands.ts';

/** When a meeting takes place, and whether it does. */
export const scheduleRoutes: readonly Route[] = [
  implement(rescheduleMeeting, async ({ scope, context, params, body }) => {
    const lock = await lockBoard(scope, 'audiences');
    const meeting = await loadMeetingForEdit(scope, params.id);
    const to = { type: body.type, start: new Date(body.start), end: new Date(body.end) };
    await reschedule(scope, context, { lock, meeting, to });
    return presentCurrentMeeting(scope, context, meeting.id);
  }),

  implement(cancelMeeting, async ({ scope, context, params }) => {
    await cancel.cancelMeeting(scope, context.config, await loadMeetingForEdit(scope, params.id));
    return presentCurrentMeeting(scope, context, params.id);
  }),

  implement(restoreMeeting, async ({ scope, context, params }) => {
    const lock = await lockBoard(scope, 'audiences');
    const meeting = await loadMeetingForEdit(scope, params.id);
    await cancel.restoreMeeting(scope, context, { lock, meeting });
    return presentCurrentMeeting(scope, context, params.id);
  }),
];
