import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import { selectDuePolls, selectPurgeablePolls } from './base/queries.ts';
import { closeDuePoll, closePollJobName, purgePoll } from './commands.ts';

/** Until it is written that an anonymous poll is closed, nobody sees its numbers. */
export const closePollJobs = (context: Context) =>
  eachDueJobs(context, {
    finds: 'close-polls',
    does: closePollJobName,
    schedule: '* * * * *',
    due: selectDuePolls,
    evenSuspended: true,
    act: closeDuePoll,
  });

/** Remove for good what was deleted 30 days ago, with its responses. */
export const purgePollJobs = (context: Context) =>
  eachDueJobs(context, {
    finds: 'purge-polls',
    does: 'purge-poll',
    schedule: '45 * * * *',
    due: selectPurgeablePolls,
    evenSuspended: true,
    act: purgePoll,
  });
