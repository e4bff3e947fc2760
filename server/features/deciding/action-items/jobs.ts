import type { Context } from '#server/context.ts';
import { remindOwner, reportOverdue } from '#server/features/deciding/action-items/reminders/commands.ts';
import { remindersDue, reportsDue } from '#server/features/deciding/action-items/reminders/queries.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';

export const actionItemJobs = (context: Context) => [
  ...eachDueJobs(context, {
    finder: 'send-action-reminders',
    runner: 'remind-action-owner',
    schedule: '*/5 * * * *',
    selectDue: remindersDue,
    evenSuspended: false,
    async run(scope, { id }) {
      await remindOwner(scope, id);
      return [];
    },
  }),
  ...eachDueJobs(context, {
    finder: 'send-overdue-actions',
    runner: 'report-overdue-actions',
    schedule: '*/5 * * * *',
    selectDue: reportsDue,
    evenSuspended: false,
    async run(scope, { id }) {
      await reportOverdue(scope, id);
      return [];
    },
  }),
];
