import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import { remindWhenDue } from './commands.ts';
import { remindersDue } from './queries.ts';

export const reminderJobs = (context: Context) =>
  eachDueJobs(context, {
    finds: 'send-reminders',
    does: 'remind-meeting',
    schedule: '*/5 * * * *',
    due: remindersDue,
    evenSuspended: false,
    async act(scope, { id }) {
      await remindWhenDue(scope, id);
      return [];
    },
  });
