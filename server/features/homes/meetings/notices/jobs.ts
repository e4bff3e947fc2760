import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import { remindWhenDue } from './commands.ts';
import { remindersDue } from './queries.ts';

export const reminderJobs = (context: Context) =>
  eachDueJobs(context, {
    finder: 'send-reminders',
    runner: 'remind-meeting',
    schedule: '*/5 * * * *',
    selectDue: remindersDue,
    run: (scope, { id }) => remindWhenDue(scope, id),
  });
