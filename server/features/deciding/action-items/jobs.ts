import type { Context } from '#server/context.ts';
import { remindOwner, reportOverdue } from '#server/features/deciding/action-items/reminders/commands.ts';
import { remindersDue, reportsDue } from '#server/features/deciding/action-items/reminders/queries.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';

export const actionItemJobs = (context: Context) => [
  ...eachDueJobs(context, {
    finds: 'send-action-reminders',
    does: 'remind-action-owner',
    schedule: '*/5 * * * *',
    due: remindersDue,
    evenSuspended: false,
    async act(scope, { id }) {
      await remindOwner(scope, id);
      return [];
    },
  }),
  ...eachDueJobs(context, {
    finds: 'send-overdue-actions',
    does: 'report-overdue-actions',
    schedule: '*/5 * * * *',
    due: reportsDue,
    evenSuspended: false,
    async act(scope, { id }) {
      await reportOverdue(scope, id);
      return [];
    },
  }),
];
