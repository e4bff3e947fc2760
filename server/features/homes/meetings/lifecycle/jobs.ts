import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import { purgeMeeting } from './commands.ts';
import { meetingsToPurge } from './queries.ts';

export const purgeMeetingJobs = (context: Context) =>
  eachDueJobs(context, {
    finder: 'purge-meetings',
    runner: 'purge-meeting',
    schedule: '35 * * * *',
    selectDue: meetingsToPurge,
    evenSuspended: true,
    run: (scope, { id }) => purgeMeeting(scope, id),
  });
