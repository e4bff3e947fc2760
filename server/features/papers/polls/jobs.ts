import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import { purgePoll } from './commands.ts';
import { selectPurgeablePolls } from './queries.ts';

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
