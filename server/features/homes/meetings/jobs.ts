import type { Context } from '#server/context.ts';
import { purgeDeleted } from '#server/features/papers/documents/deletion/commands.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import { meetingsToPurge } from './lifecycle/queries.ts';
import { remindWhenDue } from './notices/commands.ts';
import { remindersDue } from './notices/queries.ts';
import { sendDraftNews } from './showing/commands.ts';
import { shownDrafts } from './showing/queries.ts';

export const purgeMeetingJobs = (context: Context) =>
  eachDueJobs(context, {
    finder: 'purge-meetings',
    runner: 'purge-meeting',
    schedule: '35 * * * *',
    selectDue: meetingsToPurge,
    evenSuspended: true,
    run: (scope, { id }) => purgeDeleted(scope, { kind: 'meeting', id }),
  });

export const reminderJobs = (context: Context) =>
  eachDueJobs(context, {
    finder: 'send-reminders',
    runner: 'remind-meeting',
    schedule: '*/5 * * * *',
    selectDue: remindersDue,
    run: (scope, { id }) => remindWhenDue(scope, id),
  });

export const draftNewsJobs = (context: Context) =>
  eachDueJobs(context, {
    finder: 'find-shown-drafts',
    runner: 'send-draft-news',
    schedule: '*/10 * * * *',
    selectDue: shownDrafts,
    run: (scope, { id }) => sendDraftNews(scope, id),
  });
