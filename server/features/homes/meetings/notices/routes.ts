import { listMeetingChanges, notifyMeetingChanges, remindSilent } from '#contract/meeting-lifecycle.ts';
import { changesBesides } from '#domain/meeting-changes.ts';
import { authorize, notFound } from '#server/errors.ts';
import { loadMeetingForEdit } from '#server/features/homes/meetings/meeting/commands.ts';
import { canEditMeeting } from '#server/features/homes/meetings/meeting/policy.ts';
import { canSeeMeeting } from '#server/features/homes/meetings/meeting/visibility.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import { changesSince, noticeReads, snapshotOf } from './queries.ts';

export const noticeRoutes: readonly Route[] = [
  implementRead(listMeetingChanges, {
    reads: noticeReads,
    answer({ reader, found: { meeting, announced, recipients, withheld, ...rest } }) {
      if (meeting === null || !canSeeMeeting(reader, meeting)) throw notFound();
      authorize(canEditMeeting(reader, meeting));
      const changes = changesSince(announced?.snapshot ?? null, snapshotOf(meeting, rest));
      const seen = changesBesides(changes, new Set(withheld.map(({ subject_id: id }) => id)));
      return { changes: seen.map(({ kind, text }) => ({ kind, text })), recipient_count: recipients.length };
    },
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
