import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { typeset } from '#server/integrations/pdf/typst/typeset.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { keepMinutesFile } from './approval/commands.ts';
import { commentsDue } from './approval/queries.ts';
import { remindCommenters } from './commands.ts';
import { planOf } from './file/present.ts';
import { makeMinutesFile, publishMinutes, readMinutes } from './minutes/commands.ts';
import { documentOf, documentOfVersion } from './minutes/present.ts';
import { minutesVersion } from './minutes/queries.ts';

const remindJobs = (context: Context) =>
  eachDueJobs(context, {
    finder: 'find-minutes-to-comment-on',
    runner: 'remind-of-minutes',
    schedule: '*/10 * * * *',
    selectDue: commentsDue,
    evenSuspended: false,
    async run(scope, { id }) {
      await remindCommenters(scope, id);
      return [];
    },
  });

const makeFile = (context: Context): JobHandler => ({
  name: makeMinutesFile,
  lane: 'slow',
  async handle({ board_id: boardId = '', meeting_id: meetingId = '', version: number = '', state }) {
    const version = Number(number);
    const isApproved = state === 'approved';
    const plan = await withBoardJobScope(context, boardId, async (scope) => {
      const open = await readMinutes(scope, meetingId);
      const kept = await minutesVersion.run(scope.tx, { id: meetingId, version }, scope.now);
      if (open === null || kept === null || (isApproved ? open.minutes.has_pdf : kept.base64 !== null)) return null;
      const document = isApproved ? documentOf(scope, open, { isWriter: false }) : documentOfVersion(kept);
      return planOf(document, scope.board);
    });
    if (plan === null) return;
    const bytes = await typeset(context, plan);
    await withBoardJobScope(context, boardId, async (scope) => {
      await keepMinutesFile(scope, { of: { meeting_id: meetingId, version, is_approved: isApproved }, bytes });
      const open = await readMinutes(scope, meetingId);
      if (open !== null) await publishMinutes(scope, open);
    });
  },
});

export const minutesJobs = (context: Context): readonly JobHandler[] => [...remindJobs(context), makeFile(context)];
