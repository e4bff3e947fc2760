import type { Context } from '#server/context.ts';
import { withBoardJobScope } from '#server/db/board-scope.ts';
import { writtenDue } from '#server/features/deciding/motions/written/queries.ts';
import { typeset } from '#server/integrations/pdf/typst/typeset.ts';
import { eachDueJobs } from '#server/jobs/each-due.ts';
import type { JobHandler } from '#server/jobs/worker.ts';
import { vacuumBallots, vacuumSecretBallots } from './votes/secrecy/commands.ts';
import { keepFile, makeResolutionFile, settleWritten } from './written/commands.ts';
import { passedPlan } from './written/present.ts';
import { publishWritten } from './written/resolution/commands.ts';
import { readWritten } from './written/resolution/queries.ts';

export const motionJobs = (context: Context): readonly JobHandler[] => [
  {
    name: vacuumBallots,
    async handle() {
      await vacuumSecretBallots(context.pool);
    },
  },
  ...eachDueJobs(context, {
    finder: 'settle-resolutions',
    runner: 'settle-resolution',
    schedule: '* * * * *',
    selectDue: writtenDue,
    run: (scope, { id }) => settleWritten(scope, id),
  }),
  {
    name: makeResolutionFile,
    async handle({ board_id: boardId = '', resolution_id: id = '' }) {
      const plan = await withBoardJobScope(context, boardId, async (scope) => {
        const row = await readWritten(scope, id);
        return row.has_pdf ? null : passedPlan(scope.board, row);
      });
      if (plan === null) return;
      const bytes = await typeset(context, plan);
      await withBoardJobScope(context, boardId, async (scope) => {
        await keepFile(scope, { id, bytes });
        await publishWritten(scope, await readWritten(scope, id));
      });
    },
  },
];
