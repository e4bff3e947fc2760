import type { Context } from '#server/context.ts';
import { purgeDeleted } from '#server/features/papers/documents/deletion/commands.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import { meetingsToPurge } from './queries.ts';

export const purgeMeetingJobs = (context: Context) =>
  eachDueJobs(context, {
    finder: 'purge-meetings',
    runner: 'purge-meeting',
    schedule: '35 * * * *',
    selectDue: meetingsToPurge,
    evenSuspended: true,
    run: (scope, { id }) => purgeDeleted(scope, { kind: 'meeting', id }),
  });
