import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import { sendDraftNews } from './commands.ts';
import { shownDrafts } from './queries.ts';

export const draftNewsJobs = (context: Context) =>
  eachDueJobs(context, {
    finder: 'find-shown-drafts',
    runner: 'send-draft-news',
    schedule: '*/10 * * * *',
    selectDue: shownDrafts,
    run: (scope, { id }) => sendDraftNews(scope, id),
  });
