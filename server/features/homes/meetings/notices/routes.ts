import { listMeetingChanges, notifyMeetingChanges, remindSilent } from '#contract/meeting-lifecycle.ts';
import { authorize } from '#server/errors.ts';
import { loadMeetingForEdit } from '#server/features/homes/meetings/base/commands.ts';
import { canEditMeeting } from '#server/features/homes/meetings/base/policy.ts';
import { loadMeeting } from '#server/features/homes/meetings/base/queries.ts';
import { listRecipients } from '#server/features/homes/meetings/invitees/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import { listChanges } from './queries.ts';

export const noticeRoutes: readonly Route[] = [
  implement(listMeetingChanges, async ({ scope, params }) => {
    const meeting = await loadMeeting(scope, params.id);
    authorize(canEditMeeting(scope, meeting));
    const recipients = await listRecipients(scope, meeting.id);
    return { changes: [...(await listChanges(scope, meeting))], recipient_count: recipients.length };
  }),

  implement(notifyMeetingChanges, async ({ scope, params, body }) => {
    const meeting = await loadMeetingForEdit(scope, params.id);
    return { recipient_count: await commands.notifyChanges(scope, { meeting, note: body.note }) };
  }),

  implement(remindSilent, async ({ scope, params }) => {
    const meeting = await loadMeetingForEdit(scope, params.id);
    return { recipient_count: await commands.remindSilent(scope, meeting) };
  }),
];
