import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import { adjournOverdue } from './commands.ts';
import { selectOverdueRooms } from './queries.ts';

export const adjournRoomJobs = (context: Context) =>
  eachDueJobs(context, {
    finder: 'adjourn-rooms',
    runner: 'adjourn-room',
    schedule: '* * * * *',
    selectDue: selectOverdueRooms,
    run: adjournOverdue,
  });
