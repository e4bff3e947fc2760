import { listMeetingChanges, notifyMeetingChanges, remindSilent } from '#contract/meeting-lifecycle.ts';
import { authorize } from '#server/errors.ts';
import { canEditMeeting } from '#server/features/homes/meetings/base/policy.ts';
import { loadMeeting } from '#server/features/homes/meetings/base/queries.ts';
import { listRecipients } from '#server/features/homes/meetings/invitees/queries.ts';
import { loadMeetingForEdit } from '#server/features/homes/meetings/queries.ts';
import { implement, type Route } from '#server/http/implement.ts';
import { listChanges, notifyChanges } from './commands.ts';
import { remindSilent as remind } from './jobs.ts';

/** What members are told of a meeting by an editor's own will. */
export const noticeRoutes: readonly Route[] = [
  implement(listMeetingChanges, async ({ scope, params }) => {
    const meeting = await loadMeeting(scope, params.id);
    authorize(canEditMeeting(scope, meeting));
    const recipients = await listRecipients(scope, meeting.id);
    return { changes: [...(await listChanges(scope, meeting))], recipient_count: recipients.length };
  }),

  implement(notifyMeetingChanges, async ({ scope, params, body }) => {
    const meeting = await loadMeetingForEdit(scope, params.id);
    return { recipient_count: await notifyChanges(scope, { meeting, note: body.note }) };
  }),

  implement(remindSilent, async ({ scope, params }) => {
    const meeting = await loadMeetingForEdit(scope, params.id);
    return { recipient_count: await remind(scope, meeting) };
  }),
];
