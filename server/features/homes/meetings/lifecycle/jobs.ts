import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import { purgeMeeting } from './commands.ts';
import { meetingsToPurge } from './queries.ts';

export const purgeMeetingJobs = (context: Context) =>
  eachDueJobs(context, {
    finds: 'purge-meetings',
    does: 'purge-meeting',
    schedule: '35 * * * *',
    due: meetingsToPurge,
    evenSuspended: true,
    act: (scope, { id }) => purgeMeeting(scope, id),
  });
