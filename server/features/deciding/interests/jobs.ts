import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import { askToConfirm } from './commands.ts';
import { interestRoundsDue } from './queries.ts';

export const interestJobs = (context: Context) =>
  eachDueJobs(context, {
    finds: 'begin-interest-rounds',
    does: 'ask-for-interests',
    schedule: '*/10 * * * *',
    due: interestRoundsDue,
    evenSuspended: false,
    async act(scope) {
      await askToConfirm(scope);
      return [];
    },
  });
