import { duplicateMeeting, getDefaultMeeting, saveDefaultMeeting } from '#contract/meeting-lifecycle.ts';
import { authorize } from '#server/errors.ts';
import { canCreateMeeting } from '#server/features/homes/meetings/base/policy.ts';
import { loadMeetingForEdit, presentCurrentMeeting } from '#server/features/homes/meetings/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import * as defaults from './defaults.ts';
import { duplicateMeeting as duplicate } from './duplicate.ts';

/** What a new meeting begins with: another one, or the board's default. */
export const templateRoutes: readonly Route[] = [
  implement(duplicateMeeting, async ({ scope, context, params }) => {
    const meeting = await loadMeetingForEdit(scope, params.id);
    return presentCurrentMeeting(scope, context, await duplicate(scope, meeting));
  }),

  implement(getDefaultMeeting, async ({ scope }) => {
    authorize(canCreateMeeting(scope));
    return { default_meeting: await defaults.findDefaultMeeting(scope) };
  }),

  implement(saveDefaultMeeting, async ({ scope, body }) => ({
    default_meeting: await defaults.saveDefaultMeeting(scope, body),
  })),
];
