import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { keepMinutesFile } from './approval/commands.ts';
import { commentsDue } from './approval/queries.ts';
import { makeMinutesFile, publishMinutes, readMinutes } from './base/commands.ts';
import { documentOf } from './base/present.ts';
import { remindCommenters } from './commands.ts';
import { setMinutes } from './file/commands.ts';

const remindJobs = (context: Context) =>
  eachDueJobs(context, {
    finds: 'find-minutes-to-comment-on',
    does: 'remind-of-minutes',
    schedule: '*/10 * * * *',
    due: commentsDue,
    evenSuspended: false,
    async act(scope, { id }) {
      await remindCommenters(scope, id);
      return [];
    },
  });

/** Makes the file of each circulated version and of approved minutes, once. */
const makeFile = (context: Context): JobHandler => ({
  name: makeMinutesFile,
  lane: 'slow',
  async handle({ board_id: boardId = '', meeting_id: meetingId = '' }) {
    const plan = await withBoardJobScope(context, boardId, async (scope) => {
      const open = await readMinutes(scope, meetingId);
      if (open === null || open.minutes.has_pdf || open.minutes.state === 'draft') return null;
      const { version, state } = open.minutes;
      return {
        of: { meeting_id: meetingId, version, is_approved: state === 'approved' },
        document: documentOf(scope, open, { isWriter: false }),
      };
    });
    if (plan === null) return;
    const bytes = await setMinutes(context, plan.document);
    await withBoardJobScope(context, boardId, async (scope) => {
      await keepMinutesFile(scope, { of: plan.of, bytes });
      const open = await readMinutes(scope, meetingId);
      if (open !== null) await publishMinutes(scope, open);
    });
  },
});

export const minutesJobs = (context: Context): readonly JobHandler[] => [...remindJobs(context), makeFile(context)];
