import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import { announcementsDue, announcementsToPurge } from './announcement/queries.ts';
import { publishDue } from './commands.ts';
import { purgeAnnouncement } from './deletion/commands.ts';

export const publishAnnouncementJobs = (context: Context) =>
  eachDueJobs(context, {
    finds: 'publish-announcements',
    does: 'publish-announcement',
    schedule: '* * * * *',
    due: announcementsDue,
    evenSuspended: false,
    async act(scope, { id }) {
      await publishDue(scope, context.secrets, id);
      return [];
    },
  });

export const purgeAnnouncementJobs = (context: Context) =>
  eachDueJobs(context, {
    finds: 'purge-announcements',
    does: 'purge-announcement',
    schedule: '45 * * * *',
    due: announcementsToPurge,
    evenSuspended: true,
    act: (scope, { id }) => purgeAnnouncement(scope, id),
  });
