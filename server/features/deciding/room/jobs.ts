import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import { adjournOverdue } from './commands.ts';
import { selectOverdueRooms } from './queries.ts';

export const adjournRoomJobs = (context: Context) =>
  eachDueJobs(context, {
    finds: 'adjourn-rooms',
    does: 'adjourn-room',
    schedule: '* * * * *',
    due: selectOverdueRooms,
    // Deadlines are paused while a board is suspended.
    evenSuspended: false,
    act: adjournOverdue,
  });
