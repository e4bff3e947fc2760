import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import { closeDuePoll, closePollJobName, purgePoll } from './commands.ts';
import { selectDuePolls, selectPurgeablePolls } from './poll/queries.ts';

/** Results of an anonymous poll are hidden until the database says that it is closed. */
export const closePollJobs = (context: Context) =>
  eachDueJobs(context, {
    finds: 'close-polls',
    does: closePollJobName,
    schedule: '* * * * *',
    due: selectDuePolls,
    evenSuspended: true,
    act: closeDuePoll,
  });

export const purgePollJobs = (context: Context) =>
  eachDueJobs(context, {
    finds: 'purge-polls',
    does: 'purge-poll',
    schedule: '45 * * * *',
    due: selectPurgeablePolls,
    evenSuspended: true,
    act: purgePoll,
  });
