import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import { briefWhenDue } from './commands.ts';
import { briefsDue } from './queries.ts';

export const briefJobs = (context: Context) =>
  eachDueJobs(context, {
    finder: 'send-briefs',
    runner: 'brief-meeting',
    schedule: '*/5 * * * *',
    selectDue: briefsDue,
    run: (scope, { id }) => briefWhenDue(scope, id),
  });
