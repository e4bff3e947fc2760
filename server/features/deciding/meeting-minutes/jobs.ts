import type { Context } from '#server/context.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { commentsDue } from './approval/queries.ts';
import { remindCommenters } from './commands.ts';
import { advanceNotes } from './destruction/commands.ts';
import { notesDue } from './destruction/queries.ts';
import { makeMinutesFile } from './file/commands.ts';
import { makeMinutesFileJob } from './minutes/commands.ts';

export const destroyNotesJobs = (context: Context) =>
  eachDueJobs(context, {
    finder: 'find-notes-to-destroy',
    runner: 'advance-notes',
    schedule: '20 * * * *',
    selectDue: notesDue,
    run: (scope, { id }) => advanceNotes(scope, id),
  });

export const minutesJobs = (context: Context): readonly JobHandler[] => [
  ...eachDueJobs(context, {
    finder: 'find-minutes-to-comment-on',
    runner: 'remind-of-minutes',
    schedule: '*/10 * * * *',
    selectDue: commentsDue,
    run: (scope, { id }) => remindCommenters(scope, id),
  }),
  ...destroyNotesJobs(context),
  {
    name: makeMinutesFileJob,
    lane: 'slow',
    handle: ({ board_id: boardId = '', meeting_id: meetingId = '', version = '', state }) =>
      makeMinutesFile(context, { boardId, meetingId, version: Number(version), isApproved: state === 'approved' }),
  },
];
