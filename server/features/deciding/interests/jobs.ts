import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import { askToConfirm } from './commands.ts';
import { interestRoundsDue } from './queries.ts';

export const interestJobs = (context: Context) =>
  eachDueJobs(context, {
    finder: 'begin-interest-rounds',
    runner: 'ask-for-interests',
    schedule: '*/10 * * * *',
    selectDue: interestRoundsDue,
    run: (scope) => askToConfirm(scope),
  });
