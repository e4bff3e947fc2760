import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import { closeDuePoll, purgePoll } from './commands.ts';
import { selectDuePolls, selectPurgeablePolls } from './poll/queries.ts';

export const closePollJobs = (context: Context) =>
  eachDueJobs(context, {
    finder: 'close-polls',
    runner: 'close-poll',
    schedule: '* * * * *',
    selectDue: selectDuePolls,
    evenSuspended: true,
    run: closeDuePoll,
  });

export const purgePollJobs = (context: Context) =>
  eachDueJobs(context, {
    finder: 'purge-polls',
    runner: 'purge-poll',
    schedule: '45 * * * *',
    selectDue: selectPurgeablePolls,
    evenSuspended: true,
    run: purgePoll,
  });
