import type { Context } from '#server/context.ts';
import { purgeDeleted } from '#server/features/papers/documents/deletion/commands.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import { announcementsDue, announcementsToPurge } from './announcement/queries.ts';
import { publishDue } from './commands.ts';

export const publishAnnouncementJobs = (context: Context) =>
  eachDueJobs(context, {
    finder: 'publish-announcements',
    runner: 'publish-announcement',
    schedule: '* * * * *',
    selectDue: announcementsDue,
    run: (scope, { id }) => publishDue(scope, context.secrets, id),
  });

export const purgeAnnouncementJobs = (context: Context) =>
  eachDueJobs(context, {
    finder: 'purge-announcements',
    runner: 'purge-announcement',
    schedule: '45 * * * *',
    selectDue: announcementsToPurge,
    evenSuspended: true,
    run: (scope, { id }) => purgeDeleted(scope, { kind: 'announcement', id }),
  });
