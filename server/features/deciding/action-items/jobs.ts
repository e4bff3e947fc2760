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
    run: (scope, { id }) => remindOwner(scope, id),
  }),
  ...eachDueJobs(context, {
    finder: 'send-overdue-actions',
    runner: 'report-overdue-actions',
    schedule: '*/5 * * * *',
    selectDue: reportsDue,
    run: (scope, { id }) => reportOverdue(scope, id),
  }),
];
