import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { forgetPapers, remindAuthor } from './commands.ts';
import { remindersDue } from './queries.ts';

export const paperRequestJobs = (context: Context): readonly JobHandler[] => [
  ...eachDueJobs(context, {
    finder: 'send-paper-reminders',
    runner: 'remind-paper-author',
    schedule: '*/5 * * * *',
    selectDue: remindersDue,
    run: (scope, { id }) => remindAuthor(scope, id),
  }),
  { name: 'forget-papers', schedule: '50 * * * *', handle: () => forgetPapers(context) },
];
